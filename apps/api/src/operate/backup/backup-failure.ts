/** Why a backup could not be made or restored: its message is the sentence for the person at the terminal. */
export class BackupFailure extends Error {
  override name = 'BackupFailure'
}
