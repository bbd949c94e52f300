import type { PendingSession as PendingAnswer, SessionData } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit, auditNothing } from '../../../call/audit.ts'
import type { Context, PendingSession } from '../../../call/context.ts'
import type { Deps } from '../../../call/deps.ts'
import { coreErrors } from '../../../core/core.facts.ts'
import { MINUTE_MS } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { newToken, sameBytes, tokenHash } from '../../../core/secrets.ts'
import { enterCustomer } from '../../../db/customer-tx.ts'
import { withSystem } from '../../../db/system-tx.ts'
import type { SystemTx } from '../../../db/types.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { sendMail } from '../../mail/mail.service.ts'
import type { MailKind } from '../../mail/mail-kind.ts'
import { authErrors } from '../auth.facts.ts'
import { codeMails, temporaryPasswordMails } from '../auth.mails.ts'
import {
  findLogin,
  findNewestAttempt,
  findSessionByHash,
  hasTemporarySession,
  insertAttempt,
  insertSession,
  lockAttempt,
  lockLogin,
  readLogin,
  revokeSession,
  revokeSessions,
  revokeTemporary,
  updateAttempt,
  updateLogin,
  updateSession,
  updateSharing,
} from '../auth.queries.ts'
import { takeAppCode } from '../password/app-code.service.ts'
import { hashPassword, matchesPassword, newTemporaryPassword } from '../password/password.ts'
import { describeSession, refreshToken, rotateToken } from '../session/session.service.ts'
import { countAttempt, forgetAttempt, recordFailedAttempt, refuseWhenLocked } from './attempt.service.ts'
import { codeMac, codeMail, maskAddress, newCode, temporaryPasswordMail } from './one-time-code.ts'

const SECOND = 1000

/**
 * First step of signing in: the password. Creates a pending session that accepts only the code, and emails the code unless an app generates it.
 * @throws AppError sign_in_failed for an unknown address and a wrong password alike, after the same time; sign_in_locked if the password is locked
 * after too many failures. A temporary password still works while the usual one is locked, and the error message recommends it.
 */
export async function startSignIn(
  ctx: Context,
  { emailAddress, password }: { emailAddress: string; password: string },
): Promise<PendingAnswer> {
  const attempt = await countAttempt(ctx, 'password', emailAddress)
  const login = await withSystem(ctx.system, (tx) => findLogin(tx, emailAddress))
  const temporaryHash = login?.temporaryExpiresAt && login.temporaryExpiresAt > ctx.now ? login.temporaryHash : null
  // Both hashes are always computed, so that the response time reveals nothing. They are computed one after the other, so that a sign-in uses only
  // one core.
  const isMatch = await matchesPassword(login?.passwordHash ?? null, password)
  const isTemporary = await matchesPassword(temporaryHash, password)
  const isLocked = attempt.reason === 'locked'
  const isPassword = isMatch && !isLocked
  if (!login?.isActive || !(isPassword || isTemporary)) {
    await withSystem(ctx.system, (tx) => recordFailedAttempt(tx, ctx, attempt, login?.id ?? null))
    throw new AppError(isLocked ? authErrors.sign_in_locked : authErrors.sign_in_failed)
  }
  const token = newToken()
  const expiresAt = new Date(ctx.now.getTime() + ctx.config.sessionIdleMinutes * MINUTE_MS)
  await withSystem(ctx.system, async (tx) => {
    // Lock the login before inserting the session's row, which refers to it; otherwise two concurrent attempts would deadlock.
    const locked = await lockLogin(tx, emailAddress)
    // Since the password was checked, the user may have been deactivated, or the temporary password used or expired.
    if (!locked?.isActive || (!isPassword && !(locked.temporaryExpiresAt && locked.temporaryExpiresAt > ctx.now)))
      throw new AppError(authErrors.sign_in_failed)
    await forgetAttempt(tx, attempt)
    const sessionId = await insertSession(tx, {
      loginId: login.id,
      tokenHash: tokenHash(token),
      isTemporary: !isPassword,
      now: ctx.now,
      expiresAt,
      address: ctx.request.address,
      userAgent: ctx.request.userAgent,
    })
    await beginAttempt(tx, ctx, sessionId, locked)
  })
  ctx.request.issueToken(token)
  return { step: 'totp', expiresAt: expiresAt.toISOString(), delivery: chooseDelivery(login), sentTo: maskAddress(login.emailAddress) }
}

/**
 * Begins a sign-in attempt with a new code. Within 30 seconds of an email, the attempt gets the code of that email instead, so that any number of
 * attempts leads to only one email. The code completes only one of these attempts. All attempts with the same code share one limit of wrong codes, so
 * that more attempts do not allow more guesses.
 */
async function beginAttempt(tx: SystemTx, ctx: Context, sessionId: number, login: LockedLogin): Promise<void> {
  const mailed = isMailedJustNow(ctx, login) ? await findNewestAttempt(tx, login.id) : undefined
  if (mailed) {
    const { codeMac: mac, codeSessionId, tries, sentAt, expiresAt } = mailed
    return insertAttempt(tx, { sessionId, codeMac: mac, codeSessionId: codeSessionId ?? mailed.sessionId, tries, sentAt, expiresAt })
  }
  const code = newCode()
  await insertAttempt(tx, { sessionId, codeMac: codeMac(ctx.secrets, sessionId, code), sentAt: ctx.now, expiresAt: codeEnd(ctx) })
  if (!login.appSecret) await mailCode(tx, ctx, login, code)
}

type LockedLogin = NonNullable<Awaited<ReturnType<typeof lockLogin>>>

/**
 * Whether `at` is less than `ms` before or after now. If the server's clock was fast and has been set back, `at` may lie further in the future; such
 * a time is ignored, so that it blocks no sign-in.
 */
function isWithin(ms: number, at: Date, now: Date): boolean {
  return Math.abs(now.getTime() - at.getTime()) < ms
}

function isMailedJustNow({ now, config }: Context, { codeMailedAt, appSecret }: LockedLogin): boolean {
  return !appSecret && codeMailedAt !== null && isWithin(config.resendSeconds * SECOND, codeMailedAt, now)
}

/**
 * Second step of sign-in: checks the code. Counts each wrong code before answering, so that nobody gets more guesses than allowed.
 * @throws AppError totp_expired if the sign-in attempt is over or its code is too old; totp_wrong if the code is wrong; sign_in_locked after too many
 * failures of the account. Without that lock, somebody who knows the password could begin any number of attempts and guess again in each.
 */
export async function confirmCode(ctx: Context, pending: PendingSession, totp: string): Promise<SessionData> {
  const login = await withSystem(ctx.system, (tx) => readLogin(tx, pending.loginId))
  const guess = await countAttempt(ctx, 'code', login.emailAddress)
  const outcome = await withSystem(ctx.system, async (tx) => {
    // Always locks the login's row first and then the row of the sign-in attempt. With the login locked, no other attempt of this login can use the
    // same code at the same time.
    const current = await lockLogin(tx, login.emailAddress)
    const attempt = await lockAttempt(tx, pending.sessionId)
    if (
      pending.step !== 'totp' ||
      !attempt ||
      attempt.endedAt ||
      attempt.expiresAt <= ctx.now ||
      attempt.tries >= ctx.config.codeAttempts
    ) {
      await forgetAttempt(tx, guess)
      return 'expired'
    }
    const isRight = current?.appSecret
      ? await takeAppCode(tx, ctx, { ...current, appSecret: current.appSecret }, totp)
      : sameBytes(attempt.codeMac, codeMac(ctx.secrets, attempt.codeSessionId ?? pending.sessionId, totp.trim().toUpperCase()))
    if (!isRight) {
      await updateSharing(tx, login.id, attempt.codeMac, { tries: attempt.tries + 1 })
      return 'wrong'
    }
    await updateSharing(tx, login.id, attempt.codeMac, { endedAt: ctx.now })
    await forgetAttempt(tx, guess)
    return signIn(tx, ctx, pending)
  })
  if (outcome === 'expired') throw new AppError(authErrors.totp_expired)
  if (outcome === 'wrong') {
    await withSystem(ctx.system, (tx) => recordFailedAttempt(tx, ctx, guess, login.id))
    throw new AppError(authErrors.totp_wrong)
  }
  return outcome
}

async function signIn(tx: SystemTx, ctx: Context, pending: PendingSession): Promise<SessionData> {
  const login = await readLogin(tx, pending.loginId)
  const found = await findSessionByHash(tx, tokenHash(pending.token), { now: ctx.now, idleSince: new Date(0) })
  if (!found) throw new AppError(coreErrors.not_signed_in)
  const step = found.isTemporary ? 'changePassword' : 'signedIn'
  // Ends the temporary password, so that it cannot open another session. The password change that follows in this session still asks for it.
  if (found.isTemporary) {
    await updateLogin(tx, login.id, { temporaryExpiresAt: ctx.now })
    await revokeTemporary(tx, login.id, ctx.now, pending.sessionId)
  }
  // Allows the next code to be mailed without the usual delay: a person who has just entered a code has access to the mailbox.
  await updateLogin(tx, login.id, { codeMailedAt: null, lastSignInAt: ctx.now, lastSignInAgent: ctx.request.userAgent })
  const token = await rotateToken(tx, ctx, pending, { now: ctx.now })
  if (!token) throw new AppError(coreErrors.not_signed_in)
  const expiresAt = new Date(ctx.now.getTime() + ctx.config.sessionHours * 60 * MINUTE_MS)
  await updateSession(tx, pending.sessionId, { step, expiresAt })
  const data = await describeSession(tx, ctx, login, { step, expiresAt, now: ctx.now })
  const scoped = await enterCustomer(tx, { customerId: login.customerId, userId: login.userId, scope: 'all', locationIds: [] })
  await audit(
    scoped,
    { now: ctx.now, userId: login.userId, notes: ctx.notes },
    { action: 'session.signIn', subject: 'session', subjectId: pending.sessionId, detail: { address: ctx.request.address } },
  )
  ctx.request.issueToken(token)
  return data
}

/**
 * Emails the caller a new sign-in code, which replaces the previous one. @throws AppError totp_from_app if the user's codes come from an app;
 * totp_resent_too_soon within 30 s; totp_expired if there is nothing to resend.
 */
export async function resendCode(ctx: Context, pending: PendingSession): Promise<void> {
  await withSystem(ctx.system, async (tx) => {
    const { emailAddress } = await readLogin(tx, pending.loginId)
    const login = await lockLogin(tx, emailAddress)
    const attempt = await lockAttempt(tx, pending.sessionId)
    if (pending.step !== 'totp' || !attempt || !login) throw new AppError(authErrors.totp_expired)
    if (isMailedJustNow(ctx, login)) throw new AppError(authErrors.totp_resent_too_soon)
    if (login.appSecret) throw new AppError(authErrors.totp_from_app)
    await refuseWhenLocked(tx, ctx, login.emailAddress)
    const code = newCode()
    await updateAttempt(tx, attempt.id, {
      tries: 0,
      endedAt: null,
      codeMac: codeMac(ctx.secrets, pending.sessionId, code),
      codeSessionId: null,
      sentAt: ctx.now,
      expiresAt: codeEnd(ctx),
    })
    await mailCode(tx, ctx, login, code)
  })
}

/** Returns the current session with a new token. A pending session never becomes a signed-in one here (decision 4). */
export async function refreshSession(ctx: Context, pending: PendingSession): Promise<SessionData> {
  return withSystem(ctx.system, async (tx) => {
    const login = await readLogin(tx, pending.loginId)
    const row = await findSessionByHash(tx, tokenHash(pending.token), { now: ctx.now, idleSince: new Date(0) })
    if (!row) throw new AppError(coreErrors.not_signed_in)
    const token = await refreshToken(tx, ctx, pending, ctx.now)
    if (token) ctx.request.issueToken(token)
    const data = await describeSession(tx, ctx, login, { step: row.step, expiresAt: row.expiresAt, now: ctx.now })
    return row.step === 'totp' ? { ...data, delivery: chooseDelivery(login) } : data
  })
}

export async function signOut(ctx: Context, pending: PendingSession): Promise<void> {
  await withSystem(ctx.system, async (tx) => {
    await revokeSession(tx, pending.sessionId, ctx.now)
    if (pending.step !== 'signedIn') return auditNothing(ctx)
    const { customerId, userId } = await readLogin(tx, pending.loginId)
    const scoped = await enterCustomer(tx, { customerId, userId, scope: 'all', locationIds: [] })
    await audit(
      scoped,
      { now: ctx.now, userId, notes: ctx.notes },
      { action: 'session.signOut', subject: 'session', subjectId: pending.sessionId },
    )
  })
  ctx.request.issueToken(null)
}

export async function signOutEverywhere(ctx: Context, session: Session): Promise<void> {
  await withSystem(ctx.system, async (tx) => {
    await revokeSessions(tx, session.loginId, ctx.now, null)
    await audit(await enterCustomer(tx, session), session, {
      action: 'session.signOutEverywhere',
      subject: 'user',
      subjectId: session.userId,
    })
  })
  ctx.request.issueToken(null)
}

/**
 * Queues a job that emails a temporary password, and answers before the job runs. Neither the answer nor its timing therefore reveals whether the
 * address has an account (decision 7). The form in the browser checks the address more strictly than this function.
 */
export async function requestTemporaryPassword(ctx: Context, emailAddress: string): Promise<void> {
  if (!/^[^\s@]{1,64}@[^\s@]{1,255}\.[^\s@]{2,63}$/.test(emailAddress)) throw new AppError(authErrors.invalid_email)
  // Every request counts against the limit of the IP address, even if it succeeds; a sign-in counts only if it fails. Otherwise somebody could email
  // temporary passwords to a whole list of addresses.
  await countAttempt(ctx, 'recovery', emailAddress)
  await withSystem(ctx.system, (tx) => enqueue(tx, 'auth.recover', { emailAddress }, { key: `recover ${emailAddress.toLowerCase()}` }))
}

/** Maximum number of emails with a temporary password in the time for which one password is valid; the password in the last email always works. */
const RECOVERY_MAILS = 3

/**
 * Emails a temporary password; runs as a job. Anybody may request password recovery for any address, so the job sends few emails and invalidates
 * nothing that is in use.
 */
export async function sendTemporaryPassword(deps: Deps, emailAddress: string): Promise<void> {
  const now = deps.clock.now()
  const password = newTemporaryPassword()
  const temporaryHash = await hashPassword(password)
  await withSystem(deps.system, async (tx) => {
    const login = await lockLogin(tx, emailAddress)
    if (!login?.isActive) return
    const { temporaryPasswordMinutes: minutes, brand, resendSeconds, sessionIdleMinutes } = deps.config
    const mailed = login.temporaryMailedAt.filter((at) => isWithin(minutes * MINUTE_MS, at, now))
    const isTooSoon = mailed.some((at) => isWithin(resendSeconds * SECOND, at, now))
    if (isTooSoon || mailed.length >= RECOVERY_MAILS) return
    if (await hasTemporarySession(tx, login.id, { now, idleSince: new Date(now.getTime() - sessionIdleMinutes * MINUTE_MS) })) return
    await updateLogin(tx, login.id, {
      temporaryHash,
      temporaryExpiresAt: new Date(now.getTime() + minutes * MINUTE_MS),
      temporaryMailedAt: [...mailed, now],
    })
    await mail(tx, deps, login, { kind: temporaryPasswordMails, now, ...temporaryPasswordMail(brand, password, minutes) })
    const scoped = await enterCustomer(tx, { customerId: login.customerId, userId: login.userId, scope: 'all', locationIds: [] })
    await audit(scoped, { now, userId: null }, { action: 'session.temporaryPassword', subject: 'user', subjectId: login.userId })
  })
}

function chooseDelivery({ appSecret }: { appSecret: Buffer | null }): 'email' | 'app' {
  return appSecret ? 'app' : 'email'
}

function codeEnd({ config, now }: Context): Date {
  return new Date(now.getTime() + config.codeMinutes * MINUTE_MS)
}

async function mailCode(
  tx: SystemTx,
  ctx: Context,
  login: { id: number; emailAddress: string; customerId: number },
  code: string,
): Promise<void> {
  await updateLogin(tx, login.id, { codeMailedAt: ctx.now })
  await mail(tx, ctx, login, { kind: codeMails, now: ctx.now, ...codeMail(ctx.config.brand, code, ctx.config.codeMinutes) })
}

/**
 * Emails a code or password to a login. The text of the email is stored encrypted in the email's row, and the payload of the job contains only the
 * row's id.
 */
async function mail(
  tx: SystemTx,
  { secrets }: Deps,
  login: { emailAddress: string; customerId: number },
  { kind, now, subject, text }: { kind: MailKind; now: Date; subject: string; text: string },
): Promise<void> {
  const scoped = await enterCustomer(tx, { customerId: login.customerId, userId: null, scope: 'all', locationIds: [] })
  await sendMail(scoped, { userId: null, now }, { kind, to: [login.emailAddress], subject, text: secrets.encrypt(text) })
}
