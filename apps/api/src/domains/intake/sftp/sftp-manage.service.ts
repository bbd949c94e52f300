import { type ChangedSftpAccess, type NewSftpDoor, writeFullName } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Deps } from '../../../call/deps.ts'
import { AppError } from '../../../core/errors.ts'
import { newToken, tokenHash } from '../../../core/secrets.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { findDoorSecrets, insertDoor, lockDoor, saveDoorSecrets } from '../door.queries.ts'
import { expectNewDoor, expectOwnDoor } from '../door.service.ts'
import { intakeErrors } from '../intake.facts.ts'
import { findKeyProblem, keyFingerprint, sftpUserName } from './sftp-user.ts'

/**
 * Creates a user of the SFTP server. If the user signs in with a password, the answer contains the password, which is never shown again.
 * @throws AppError sftp_off, sftp_without_secret, sftp_key_wrong, door_too_many, door_not_found.
 */
export async function openSftpDoor(
  tx: CustomerTx,
  session: Session,
  { name, locationId, tradingPartnerId, publicKeys, hasPassword }: NewSftpDoor,
  { config }: Pick<Deps, 'config'>,
): Promise<{ doorId: number; user: string; password: string | null }> {
  must(session, 'intake:manage', locationId)
  if (config.sftpDoorPort === undefined) throw new AppError(intakeErrors.sftp_off)
  expectAccess(publicKeys, hasPassword)
  await expectNewDoor(tx, { locationId, tradingPartnerId })
  const password = hasPassword ? newToken() : null
  const doorId = await insertDoor(tx, {
    kind: 'sftp',
    name,
    locationId,
    tradingPartnerId,
    tokenHash: password === null ? null : tokenHash(password),
    publicKeys,
    senders: [],
    createdAt: session.now,
    createdById: session.userId,
    createdBy: writeFullName(session),
  })
  const detail = { name, locationId, tradingPartnerId, hasPassword, keys: publicKeys.map(keyFingerprint).join(', ') }
  await audit(tx, session, { action: 'intake.createSftpDoor', subject: 'intakeDoor', subjectId: doorId, detail })
  return { doorId, user: sftpUserName({ customerId: session.customerId, doorId }), password }
}

/**
 * Checks that an SFTP user has a password or a key, and that every key can be used.
 * @throws AppError sftp_without_secret; sftp_key_wrong, which states the position of the bad key.
 */
function expectAccess(publicKeys: readonly string[], hasPassword: boolean): void {
  if (!hasPassword && publicKeys.length === 0) throw new AppError(intakeErrors.sftp_without_secret)
  for (const [index, line] of publicKeys.entries()) {
    const problem = findKeyProblem(line)
    if (problem) throw new AppError(intakeErrors.sftp_key_wrong, { detail: `Key ${index + 1}: ${problem}`, facts: { field: 'publicKeys' } })
  }
}

/**
 * Replaces the keys, and the password if wanted. Connections that signed in before can deliver nothing more. A new password is in the answer and
 * never shown again.
 *
 * @throws AppError door_not_found, sftp_without_secret, sftp_key_wrong.
 */
export async function changeSftpAccess(
  tx: CustomerTx,
  session: Session,
  { doorId, publicKeys, password: wanted }: ChangedSftpAccess,
): Promise<{ doorId: number; user: string; password: string | null }> {
  const door = await expectOwnDoor(tx, session, lockDoor, doorId)
  const before = await findDoorSecrets(tx, doorId)
  if (door.kind !== 'sftp' || door.revokedAt !== null || !before) throw new AppError(intakeErrors.door_not_found)
  const hasPassword = wanted === 'new' || (wanted === 'keep' && before.tokenHash !== null)
  expectAccess(publicKeys, hasPassword)
  const password = wanted === 'new' ? newToken() : null
  const kept = wanted === 'keep' ? before.tokenHash : null
  await saveDoorSecrets(tx, doorId, { tokenHash: password === null ? kept : tokenHash(password), publicKeys, secretChangedAt: session.now })
  const keysOf = (lines: readonly string[]) => lines.map(keyFingerprint).join(', ')
  const detail = {
    name: door.name,
    before: { keys: keysOf(before.publicKeys), hasPassword: before.tokenHash !== null },
    after: { keys: keysOf(publicKeys), hasPassword },
    isNewPassword: wanted === 'new',
  }
  await audit(tx, session, { action: 'intake.changeSftpAccess', subject: 'intakeDoor', subjectId: doorId, detail })
  return { doorId, user: sftpUserName({ customerId: session.customerId, doorId }), password }
}
