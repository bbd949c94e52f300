/** Why nothing could be told, exported or removed: its message is the sentence for the person at the terminal. */
export class RetentionFailure extends Error {
  override name = 'RetentionFailure'
}
