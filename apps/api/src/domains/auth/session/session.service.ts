import type { SessionData, SignedInUser } from '@seriatim/schema'
import { collectPermissions, type Session } from '../../../call/access/access.ts'
import type { PendingSession } from '../../../call/context.ts'
import type { Deps } from '../../../call/deps.ts'
import { MINUTE_MS } from '../../../core/day.ts'
import { newToken, tokenHash } from '../../../core/secrets.ts'
import { querySystem, withSystem } from '../../../db/system-tx.ts'
import type { SystemTx } from '../../../db/types.ts'
import { findCaller, findSessionByHash, replaceToken, updateSession } from '../auth.queries.ts'
import { findPerson, type SessionPerson } from '../person/person.queries.ts'

export interface FoundSession {
  pending: PendingSession
  session: Session | null
}

/** The owner of a token; null if the token is unknown, revoked, idle for too long or expired, or its user is deactivated. */
export async function findSession(
  deps: Deps,
  token: string,
  { now, timeZone, isBackground }: { now: Date; timeZone: string; isBackground: boolean },
): Promise<FoundSession | null> {
  const hash = tokenHash(token)
  const idleSince = new Date(now.getTime() - deps.config.sessionIdleMinutes * MINUTE_MS)
  let isFirst = false
  const row = await deps.sharedQueries.session.ask(`${isBackground} ${hash.toString('hex')}`, () => {
    isFirst = true
    return querySystem(deps.system, (db) => findCaller(db, hash, { now, idleSince }))
  })
  if (!row || (row.step === 'signedIn' && !row.person)) return null
  const isPrevious = !row.tokenHash.equals(hash)
  // Several calls may share one lookup of the session; the first of them records, in a transaction of its own, when the session and its token were
  // used. The last-seen time is written at most once a minute, because a write per read would cost more than the read.
  const seen = {
    ...(!isBackground && now.getTime() - row.lastSeenAt.getTime() > MINUTE_MS && { lastSeenAt: now }),
    ...(!isPrevious && row.previousUntil && row.tokenUsedAt === null && { tokenUsedAt: now }),
  }
  if (isFirst && Object.keys(seen).length > 0) await withSystem(deps.system, (tx) => updateSession(tx, row.id, seen))
  const { person } = row
  const pending: PendingSession = {
    sessionId: row.id,
    loginId: row.loginId,
    step: row.step,
    token,
    isPrevious,
  }
  return { pending, session: person ? makeSession(row, person, timeZone, now) : null }
}

export function makeSession(
  row: { id: number; loginId: number; customerId: number; userId: number; emailAddress: string },
  person: SessionPerson,
  timeZone: string,
  now: Date,
): Session {
  const isCustomerAdmin = person.adminId === person.id
  const own = person.locations.map((location) => location.id)
  const ownedIds = [...new Set(person.locations.flatMap((location) => location.ownedIds))].filter((id) => !own.includes(id))
  return {
    sessionId: row.id,
    loginId: row.loginId,
    customerId: row.customerId,
    userId: row.userId,
    firstName: person.firstName,
    lastName: person.lastName,
    emailAddress: row.emailAddress,
    isCustomerAdmin,
    scope: isCustomerAdmin ? 'all' : 'some',
    locationIds: own,
    ownedIds,
    permissions: collectPermissions({
      isCustomerAdmin,
      locations: person.locations.map((location) => ({ locationId: location.id, isAdmin: location.isAdmin })),
      ownedIds,
    }),
    timeZone,
    clockHours: person.clockHours,
    now,
  }
}

/**
 * Gives a session a new token; the old one works for another minute, for other tabs (decision 4).
 *
 * @returns undefined if the presented token was replaced already: another tab was faster, and its answer has the new one.
 */
export async function rotateToken(
  tx: SystemTx,
  { config }: Deps,
  pending: PendingSession,
  { token = newToken(), now }: { token?: string; now: Date },
): Promise<string | undefined> {
  const previousUntil = new Date(now.getTime() + config.previousTokenSeconds * 1000)
  const isOurs = await replaceToken(tx, pending.sessionId, { from: tokenHash(pending.token), to: tokenHash(token), previousUntil, now })
  return isOurs ? token : undefined
}

/**
 * Gives a session its next token, or repeats the answer that carried it. A page that is closed during the refresh never gets the answer, and without
 * the repetition its user would be signed out once the old token expires. The next token is derived from the old one, so it can be repeated although
 * only its hash is stored. @returns undefined if the next token has been used: a client that still presents the old token then must not get the next one.
 */
export async function refreshToken(tx: SystemTx, deps: Deps, pending: PendingSession, now: Date): Promise<string | undefined> {
  const token = deps.secrets.mac('next session token', pending.sessionId, pending.token).toString('base64url')
  const rotated = pending.isPrevious ? undefined : await rotateToken(tx, deps, pending, { token, now })
  if (rotated) return rotated
  // Reads the session after the attempt to rotate its token, because a concurrent call may have rotated the token first. If the client never received
  // that call's answer, this call must return the same token.
  const current = await findSessionByHash(tx, tokenHash(pending.token), { now, idleSince: new Date(0) })
  return current?.tokenUsedAt === null && tokenHash(token).equals(current.tokenHash) ? token : undefined
}

/** What a caller may know about its own session. `user` and `customer` are null until the person has entered a correct code. */
export async function describeSession(
  tx: SystemTx,
  { config }: Deps,
  login: { customerId: number; userId: number },
  { step, expiresAt, now }: { step: SessionData['step']; expiresAt: Date; now: Date },
): Promise<SessionData> {
  const idleExpiresAt = new Date(Math.min(expiresAt.getTime(), now.getTime() + config.sessionIdleMinutes * MINUTE_MS)).toISOString()
  const base = { step, expiresAt: expiresAt.toISOString(), idleExpiresAt }
  if (step === 'totp') return { ...base, user: null, customer: null }
  const person = await findPerson(tx, login.customerId, login.userId)
  if (!person) return { ...base, user: null, customer: null }
  const user = toSignedInUser(person)
  return { ...base, user, customer: user.customer }
}

export function toSignedInUser(person: SessionPerson): SignedInUser {
  const { customerId, customerName, adminId, locations, ...user } = person
  return {
    ...user,
    customer: { id: customerId, name: customerName, adminId },
    userCustomerLocations: locations.map(({ id, name, isAdmin }) => ({ customerLocationId: id, isAdmin, customerLocation: { id, name } })),
  }
}
