/** Why a backup could not be made or restored; the message is a sentence for the operator. */
export class BackupFailure extends Error {
  override name = 'BackupFailure'
}
