import { type AccessToken, isAccessScope, type MadeAccessToken, type NewAccessToken } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context, PendingSession } from '../../../call/context.ts'
import type { Deps } from '../../../call/deps.ts'
import { coreErrors } from '../../../core/core.facts.ts'
import { DAY_MS, MINUTE_MS } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { newToken, tokenHash } from '../../../core/secrets.ts'
import { enterCustomer } from '../../../db/customer-tx.ts'
import { querySystem, withSystem } from '../../../db/system-tx.ts'
import { authErrors } from '../auth.facts.ts'
import { lockLogin } from '../auth.queries.ts'
import { confirmPassword } from '../password/app-code.service.ts'
import { countLiveTokens, findTokenByHash, insertToken, listTokens, markTokenUsed, revokeToken } from './access-token.queries.ts'
import { makeSession } from './session.service.ts'

const MOST_TOKENS = 20

/** Prefix of an access token, which distinguishes it from a session's token and makes a leaked token recognizable. */
export const ACCESS_TOKEN_PREFIX = 'seriatim_pat_'

/** The session of an access token, with the user's current rights; null if the token is unknown, revoked or expired, or the user is deactivated. */
export async function findTokenSession(
  deps: Deps,
  token: string,
  { now, timeZone, address }: { now: Date; timeZone: string; address: string },
): Promise<Session | null> {
  const hash = tokenHash(token)
  let isFirst = false
  const row = await deps.sharedQueries.token.ask(hash.toString('hex'), () => {
    isFirst = true
    return querySystem(deps.system, (db) => findTokenByHash(db, hash, now))
  })
  if (!row?.person) return null
  // If several callers share a lookup, only the first one records when the token was used. It does so outside the call's transaction and at most once
  // a minute, as for sessions.
  if (isFirst && (!row.lastUsedAt || now.getTime() - row.lastUsedAt.getTime() > MINUTE_MS))
    await withSystem(deps.system, (tx) => markTokenUsed(tx, row.id, now, address))
  // A token's session gets the token's id negated; real session ids are positive, so none equals it.
  const session = makeSession({ ...row, id: -row.id }, row.person, timeZone, now)
  return row.scopes ? { ...session, tokenScopes: row.scopes.filter(isAccessScope) } : session
}

export async function readTokens(ctx: Context, session: Session): Promise<AccessToken[]> {
  const rows = await withSystem(ctx.system, (tx) => listTokens(tx, session.loginId))
  return rows.map(({ scopes, createdAt, expiresAt, lastUsedAt, ...row }) => ({
    ...row,
    scopes: scopes?.filter(isAccessScope) ?? null,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isOver: expiresAt <= ctx.now,
  }))
}

/**
 * Returns the number of access tokens that a change of the password could revoke. A person who has entered only the password, and not yet the code
 * from the app, does not get the number. A person who must still replace a temporary password does.
 * @throws AppError not_signed_in before the code.
 */
export async function countTokens(ctx: Context, pending: PendingSession): Promise<{ live: number }> {
  if (pending.step === 'totp') throw new AppError(coreErrors.not_signed_in)
  return { live: await withSystem(ctx.system, (tx) => countLiveTokens(tx, pending.loginId, ctx.now)) }
}

/**
 * Creates an access token. It requires the password, because otherwise anybody who finds an open session or a token could create a token that is
 * valid for a year. @throws AppError app_password_wrong; sign_in_locked after too many wrong passwords; too_many_tokens.
 */
export async function createToken(
  ctx: Context,
  session: Session,
  { name, days, scopes, password }: NewAccessToken,
): Promise<MadeAccessToken> {
  await confirmPassword(ctx, session, password, 'token.refused')
  const accessToken = ACCESS_TOKEN_PREFIX + newToken()
  const expiresAt = new Date(ctx.now.getTime() + days * DAY_MS)
  const tokenId = await withSystem(ctx.system, async (tx) => {
    const locked = await lockLogin(tx, session.emailAddress)
    // The user was deactivated after the password was checked: a token created now would become valid again after a reactivation.
    if (!locked?.isActive) throw new AppError(coreErrors.not_signed_in)
    const known = await listTokens(tx, session.loginId)
    if (known.filter((token) => token.expiresAt > ctx.now).length >= MOST_TOKENS) throw new AppError(authErrors.too_many_tokens)
    const values = { loginId: session.loginId, name, tokenHash: tokenHash(accessToken), scopes, createdAt: ctx.now, expiresAt }
    const id = await insertToken(tx, values)
    const detail = { name, until: expiresAt.toISOString(), ...(scopes ? { scopes } : {}) }
    await audit(await enterCustomer(tx, session), session, { action: 'token.create', subject: 'token', subjectId: id, detail })
    return id
  })
  return { tokenId, accessToken, expiresAt: expiresAt.toISOString() }
}

/**
 * Revokes one of the caller's access tokens.
 * @throws AppError token_not_found.
 */
export async function deleteToken(ctx: Context, session: Session, tokenId: number): Promise<void> {
  await withSystem(ctx.system, async (tx) => {
    const name = await revokeToken(tx, session.loginId, tokenId, ctx.now)
    if (name === undefined) throw new AppError(authErrors.token_not_found)
    const entry = { action: 'token.revoke', subject: 'token', subjectId: tokenId, detail: { name } } as const
    await audit(await enterCustomer(tx, session), session, entry)
  })
}
