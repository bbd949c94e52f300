/** Why nothing could be reported, exported or removed; the message is a sentence for the operator. */
export class RetentionFailure extends Error {
  override name = 'RetentionFailure'
}
