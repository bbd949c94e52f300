import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { SystemTx } from '../../db/types.ts'
import { personIn } from './person/person.queries.ts'

export function findLogin(tx: SystemTx, emailAddress: string) {
  return tx.selectFrom('login').selectAll().where('emailAddress', '=', emailAddress.toLowerCase()).executeTakeFirst()
}

export function lockLogin(tx: SystemTx, emailAddress: string) {
  return tx.selectFrom('login').selectAll().where('emailAddress', '=', emailAddress.toLowerCase()).forUpdate().executeTakeFirst()
}

/**
 * Whether a session that began with the temporary password is open. In such a session, a password change still accepts the temporary password as the
 * old one.
 */
export async function hasTemporarySession(
  tx: SystemTx,
  loginId: number,
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom('session')
    .select('id')
    .where('loginId', '=', loginId)
    .where('step', '=', 'changePassword')
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('lastSeenAt', '>', idleSince)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export function readLogin(tx: SystemTx, id: number) {
  return tx.selectFrom('login').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** The session of a current token, or of a token that was replaced moments ago, with its login; revoked and ended sessions are left out. */
function sessionsByHash(db: Kysely<Tables>, hash: Buffer, { now, idleSince }: { now: Date; idleSince: Date }) {
  return db
    .selectFrom('session')
    .innerJoin('login', 'login.id', 'session.loginId')
    .select([
      'session.id',
      'session.loginId',
      'session.step',
      'session.tokenHash',
      'session.tokenUsedAt',
      'session.previousUntil',
      'session.lastSeenAt',
      'session.expiresAt',
      'session.isTemporary',
      'login.customerId',
      'login.userId',
      'login.emailAddress',
    ])
    .where((eb) =>
      eb.or([eb('session.tokenHash', '=', hash), eb.and([eb('session.previousHash', '=', hash), eb('session.previousUntil', '>', now)])]),
    )
    .where('session.revokedAt', 'is', null)
    .where('session.expiresAt', '>', now)
    .where('session.lastSeenAt', '>', idleSince)
    .where('login.isActive', '=', true)
}

export function findSessionByHash(tx: SystemTx, hash: Buffer, times: { now: Date; idleSince: Date }) {
  return sessionsByHash(tx, hash, times).executeTakeFirst()
}

/**
 * Finds a session like `sessionsByHash` and, if it is signed in, also the person, so that a call needs only one statement and no transaction to
 * identify its caller.
 */
export function findCaller(db: Kysely<Tables>, hash: Buffer, times: { now: Date; idleSince: Date }) {
  return sessionsByHash(db, hash, times)
    .select(({ case: when, ref }) =>
      when()
        .when('session.step', '=', 'signedIn')
        .then(personIn(ref('login.customerId'), ref('login.userId')))
        .end()
        .as('person'),
    )
    .executeTakeFirst()
}

/** Open, fully signed-in sessions of a login, the most recently used first. */
export function listOpenSessions(tx: SystemTx, loginId: number, { now, idleSince }: { now: Date; idleSince: Date }) {
  return tx
    .selectFrom('session')
    .select(['id', 'address', 'userAgent', 'createdAt', 'lastSeenAt'])
    .where('loginId', '=', loginId)
    .where('step', '=', 'signedIn')
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('lastSeenAt', '>', idleSince)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export interface NewSession {
  loginId: number
  tokenHash: Buffer
  isTemporary: boolean
  now: Date
  expiresAt: Date
  address: string
  userAgent: string | undefined
}

export async function insertSession(
  tx: SystemTx,
  { loginId, tokenHash, isTemporary, now, expiresAt, address, userAgent }: NewSession,
): Promise<number> {
  const row = await tx
    .insertInto('session')
    .values({
      loginId,
      tokenHash,
      isTemporary,
      step: 'totp',
      createdAt: now,
      lastSeenAt: now,
      expiresAt,
      address,
      userAgent: userAgent?.slice(0, 400) ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateSession(
  tx: SystemTx,
  id: number,
  values: {
    step?: 'totp' | 'changePassword' | 'signedIn'
    tokenHash?: Buffer
    previousHash?: Buffer
    previousUntil?: Date
    tokenUsedAt?: Date
    lastSeenAt?: Date
    expiresAt?: Date
  },
): Promise<void> {
  await tx.updateTable('session').set(values).where('id', '=', id).execute()
}

/** Gives the session a new token if the old one is still current; false if another call was faster. */
export async function replaceToken(
  tx: SystemTx,
  id: number,
  { from, to, previousUntil, now }: { from: Buffer; to: Buffer; previousUntil: Date; now: Date },
): Promise<boolean> {
  const done = await tx
    .updateTable('session')
    .set({ tokenHash: to, tokenUsedAt: null, previousHash: from, previousUntil, lastSeenAt: now })
    .where('id', '=', id)
    .where('tokenHash', '=', from)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function revokeSession(tx: SystemTx, id: number, now: Date): Promise<void> {
  await tx.updateTable('session').set({ revokedAt: now }).where('id', '=', id).where('revokedAt', 'is', null).execute()
}

/** Ends all sessions that were begun with the login's temporary password, except the session `butFor`. */
export async function revokeTemporary(tx: SystemTx, loginId: number, now: Date, butFor: number): Promise<void> {
  await tx
    .updateTable('session')
    .set({ revokedAt: now })
    .where('loginId', '=', loginId)
    .where('isTemporary', '=', true)
    .where('revokedAt', 'is', null)
    .where('id', '<>', butFor)
    .execute()
}

/** Ends every session of a login except one. */
export async function revokeSessions(tx: SystemTx, loginId: number, now: Date, butFor: number | null): Promise<void> {
  let query = tx.updateTable('session').set({ revokedAt: now }).where('loginId', '=', loginId).where('revokedAt', 'is', null)
  if (butFor !== null) query = query.where('id', '<>', butFor)
  await query.execute()
}

export function lockAttempt(tx: SystemTx, sessionId: number) {
  return tx.selectFrom('loginAttempt').selectAll().where('sessionId', '=', sessionId).forUpdate().executeTakeFirst()
}

/** Finds the login's unfinished attempt with the most recently mailed code, whether or not its session is still open. */
export function findNewestAttempt(tx: SystemTx, loginId: number) {
  return tx
    .selectFrom('loginAttempt')
    .innerJoin('session', 'session.id', 'loginAttempt.sessionId')
    .selectAll('loginAttempt')
    .where('session.loginId', '=', loginId)
    .where('loginAttempt.endedAt', 'is', null)
    .orderBy('loginAttempt.sentAt', 'desc')
    .orderBy('loginAttempt.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertAttempt(
  tx: SystemTx,
  values: { sessionId: number; codeMac: Buffer; sentAt: Date; expiresAt: Date; tries?: number; codeSessionId?: number },
): Promise<void> {
  await tx.insertInto('loginAttempt').values(values).execute()
}

export async function updateAttempt(
  tx: SystemTx,
  id: number,
  values: { tries?: number; endedAt?: Date | null; codeMac?: Buffer; codeSessionId?: number | null; sentAt?: Date; expiresAt?: Date },
): Promise<void> {
  await tx.updateTable('loginAttempt').set(values).where('id', '=', id).execute()
}

/** Updates all of this login's sign-in attempts for which the same code was mailed. `codeMac` is the MAC of that code. */
export async function updateSharing(
  tx: SystemTx,
  loginId: number,
  codeMac: Buffer,
  values: { tries: number } | { endedAt: Date },
): Promise<void> {
  await tx
    .updateTable('loginAttempt')
    .set(values)
    .where('codeMac', '=', codeMac)
    .where('sessionId', 'in', (sessions) => sessions.selectFrom('session').select('id').where('loginId', '=', loginId))
    .execute()
}

export async function updateLogin(
  tx: SystemTx,
  id: number,
  values: {
    passwordHash?: string
    temporaryHash?: string | null
    temporaryExpiresAt?: Date | null
    temporaryMailedAt?: Date[]
    appSecret?: Buffer | null
    appPendingSecret?: Buffer | null
    appEnrolledAt?: Date | null
    appLastStep?: number | null
    codeMailedAt?: Date | null
    lastSignInAt?: Date
    lastSignInAgent?: string | null | undefined
  },
): Promise<void> {
  await tx.updateTable('login').set(values).where('id', '=', id).execute()
}

/** Deletes sessions that expired before this time. */
export async function deleteOldSessions(tx: SystemTx, before: Date): Promise<void> {
  await tx.deleteFrom('session').where('expiresAt', '<', before).execute()
}
