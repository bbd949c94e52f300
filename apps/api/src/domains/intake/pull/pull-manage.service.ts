import { type ChangedSource, type NewPullDoor, type Ok, writeFullName } from '@seriatim/schema'
import ssh2 from 'ssh2'
import { must, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { SignedInContext } from '../../../call/context.ts'
import type { Deps } from '../../../call/deps.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { HostKeyError, withSftpFolder } from '../../../outside/sftp-folder.ts'
import { sftpProblem } from '../../../outside/sftp-problem.ts'
import { insertDoor, lockDoor } from '../door.queries.ts'
import { expectNewDoor, expectOwnDoor } from '../door.service.ts'
import { intakeErrors } from '../intake.facts.ts'
import { findSource, insertSource, updateSource } from './pull.queries.ts'
import { listWanted, toTarget } from './pull-poll.service.ts'

/** Time limit for testing the connection to a partner's server. It is short because a person waits for the result. */
const TEST_MS = 30_000

/** Creates a door that fetches files. Nothing is fetched before a person has confirmed the server's host key. @throws AppError pull_key_wrong. */
export async function openPullDoor(
  tx: CustomerTx,
  session: Session,
  { name, locationId, tradingPartnerId, secret, ...given }: NewPullDoor,
  { secrets }: Pick<Deps, 'secrets'>,
): Promise<{ doorId: number }> {
  must(session, 'intake:manage', locationId)
  if (given.secretKind === 'key') expectPrivateKey(secret)
  await expectNewDoor(tx, { locationId, tradingPartnerId })
  const doorId = await insertDoor(tx, {
    kind: 'pull',
    name,
    locationId,
    tradingPartnerId,
    tokenHash: null,
    senders: [],
    createdAt: session.now,
    createdById: session.userId,
    createdBy: writeFullName(session),
  })
  const moveTo = given.afterwards === 'move' ? given.moveTo : null
  await insertSource(tx, { ...given, doorId, moveTo, secret: secrets.encrypt(secret), dueAt: session.now })
  const { host, port, folder, pattern, afterwards } = given
  const detail = { name, locationId, tradingPartnerId, host, port, folder, pattern, afterwards }
  await audit(tx, session, { action: 'intake.createPullDoor', subject: 'intakeDoor', subjectId: doorId, detail })
  return { doorId }
}

function expectPrivateKey(text: string): void {
  const key = ssh2.utils.parseKey(text)
  if (!(key instanceof Error) && key.isPrivateKey()) return
  throw new AppError(intakeErrors.pull_key_wrong, { facts: { field: 'secret' } })
}

/**
 * Changes where and how a door fetches files. The stored secret is never sent to another server or under another user name, so the caller must enter
 * it again for such a change; another server also needs its host key confirmed.
 *
 * @throws AppError door_not_found, pull_key_wrong, pull_secret_needed.
 */
export async function changeSource(
  tx: CustomerTx,
  session: Session,
  { doorId, secret, ...given }: ChangedSource,
  { secrets }: Pick<Deps, 'secrets'>,
): Promise<Ok> {
  const door = await expectOwnDoor(tx, session, lockDoor, doorId)
  const source = await findSource(tx, doorId)
  if (!source) throw new AppError(intakeErrors.door_not_found)
  const isSameServer = source.host === given.host && source.port === given.port
  const isSameAccess = isSameServer && source.userName === given.userName && source.secretKind === given.secretKind
  if (secret === '' && !isSameAccess) throw new AppError(intakeErrors.pull_secret_needed, { facts: { field: 'secret' } })
  if (secret !== '' && given.secretKind === 'key') expectPrivateKey(secret)
  const moveTo = given.afterwards === 'move' ? given.moveTo : null
  await updateSource(tx, doorId, {
    ...{ ...given, moveTo, dueAt: session.now, failingSince: null, lastError: null },
    ...(secret === '' ? {} : { secret: secrets.encrypt(secret) }),
    ...(isSameServer ? {} : { hostKey: null }),
  })
  const { secretKind: _, ...after } = { ...given, moveTo }
  const before = Object.fromEntries(Object.keys(after).map((key) => [key, source[key as keyof typeof after]])) // `key` is one of the keys of `after`, but Object.keys() returns string[]
  const detail = { name: door.name, before, after, isNewSecret: secret !== '' }
  await audit(tx, session, { action: 'intake.changeSource', subject: 'intakeDoor', subjectId: doorId, detail })
  return { ok: true }
}

/** Records that a person has compared the fingerprint with the partner, so that files may be fetched from now on. */
export async function confirmHostKey(
  tx: CustomerTx,
  session: Session,
  { doorId, fingerprint }: { doorId: number; fingerprint: string },
): Promise<Ok> {
  const door = await expectOwnDoor(tx, session, lockDoor, doorId)
  const source = await findSource(tx, doorId)
  if (!source) throw new AppError(intakeErrors.door_not_found)
  await updateSource(tx, doorId, { hostKey: fingerprint, dueAt: session.now, failingSince: null, lastError: null })
  const detail = { name: door.name, before: source.hostKey ?? '', after: fingerprint }
  await audit(tx, session, { action: 'intake.confirmHostKey', subject: 'intakeDoor', subjectId: doorId, detail })
  return { ok: true }
}

/** Connects to the partner's server. Fetches nothing, and sends no secret unless the host key is confirmed. */
export async function testSource(
  ctx: SignedInContext,
  doorId: number,
): Promise<{ isOk: boolean; text: string; fingerprint: string | null }> {
  const source = await ctx.inTx('read only', (tx) => findSource(tx, doorId))
  if (!source) return { isOk: false, text: 'The door was revoked. Nothing is fetched.', fingerprint: null }
  try {
    const { amount } = await withSftpFolder(toTarget(source, ctx, TEST_MS), (folder) => listWanted(folder, source))
    return { isOk: true, text: `The server was reached. Files that match: ${amount}.`, fingerprint: null }
  } catch (error) {
    if (!(error instanceof HostKeyError)) return { isOk: false, text: sftpProblem(error), fingerprint: null }
    const first = 'Compare the host key below with the one that the partner gave you. Nothing is fetched until you confirm it.'
    return { isOk: false, text: source.hostKey === null ? first : sftpProblem(error), fingerprint: error.fingerprint }
  }
}
