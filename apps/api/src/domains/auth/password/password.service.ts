import { type Actor, audit } from '../../../call/audit.ts'
import type { Context, PendingSession } from '../../../call/context.ts'
import { coreErrors } from '../../../core/core.facts.ts'
import { AppError } from '../../../core/errors.ts'
import { enterCustomer } from '../../../db/customer-tx.ts'
import { withSystem } from '../../../db/system-tx.ts'
import { authErrors } from '../auth.facts.ts'
import { readLogin, revokeSessions, updateLogin, updateSession } from '../auth.queries.ts'
import { revokeLiveTokens } from '../session/access-token.queries.ts'
import { rotateToken } from '../session/session.service.ts'
import { countAttempt, forgetAttempt, recordFailedAttempt } from '../sign-in/attempt.service.ts'
import { checkNewPassword, hashPassword, matchesPassword } from './password.ts'

export interface PasswordChange {
  oldPassword: string
  newPassword: string
  repeatNewPassword: string
  revokeTokens: boolean
}

/**
 * Changes the password, ends every other session and gives this one a new token. If the person signed in with a temporary password, that is the old
 * password to enter, and the person is fully signed in afterward. Access tokens stay valid unless `revokeTokens` is set.
 * @throws AppError passwords_differ, password_wrong, temporary_password_wrong, password_unchanged or the error of the broken password rule;
 * sign_in_locked after too many wrong old passwords, so that nobody can guess the password from a session that was left open.
 */
export async function changePassword(
  ctx: Context,
  pending: PendingSession,
  { oldPassword, newPassword, repeatNewPassword, revokeTokens }: PasswordChange,
): Promise<void> {
  if (pending.step === 'totp') throw new AppError(coreErrors.not_signed_in)
  if (newPassword !== repeatNewPassword) throw new AppError(authErrors.passwords_differ)
  checkNewPassword(newPassword)
  const login = await withSystem(ctx.system, (tx) => readLogin(tx, pending.loginId))
  const isTemporary = pending.step === 'changePassword'
  const current = isTemporary ? login.temporaryHash : login.passwordHash
  const scope = { customerId: login.customerId, userId: login.userId, scope: 'all', locationIds: [] } as const
  const actor: Actor = { now: ctx.now, userId: login.userId, notes: ctx.notes }
  const guess = await countAttempt(ctx, 'oldPassword', login.emailAddress)
  const isRight = await matchesPassword(current, oldPassword)
  await withSystem(ctx.system, async (tx) => {
    if (isRight) return forgetAttempt(tx, guess)
    await recordFailedAttempt(tx, ctx, guess, login.id)
    const refusal = { action: 'user.changePasswordRefused', subject: 'user', subjectId: login.userId } as const
    await audit(await enterCustomer(tx, scope), actor, { ...refusal, detail: { address: ctx.request.address } })
  })
  if (!isRight) throw new AppError(isTemporary ? authErrors.temporary_password_wrong : authErrors.password_wrong)
  if (oldPassword === newPassword) throw new AppError(authErrors.password_unchanged)
  const passwordHash = await hashPassword(newPassword)
  const token = await withSystem(ctx.system, async (tx) => {
    await updateLogin(tx, login.id, { passwordHash, temporaryHash: null, temporaryExpiresAt: null })
    await revokeSessions(tx, login.id, ctx.now, pending.sessionId)
    const rotated = await rotateToken(tx, ctx, pending, { now: ctx.now })
    if (!rotated) throw new AppError(coreErrors.not_signed_in)
    // After other rotations, the replaced token remains valid for a while. Here it ends at once, because the password may have been changed after a
    // theft.
    await updateSession(tx, pending.sessionId, { step: 'signedIn', previousUntil: ctx.now })
    const names = revokeTokens ? await revokeLiveTokens(tx, login.id, ctx.now) : []
    const ofCustomer = await enterCustomer(tx, scope)
    await audit(ofCustomer, actor, { action: 'user.changePassword', subject: 'user', subjectId: login.userId })
    if (names.length)
      await audit(ofCustomer, actor, { action: 'token.revokeAll', subject: 'token', subjectId: null, detail: { revoked: names } })
    return rotated
  })
  ctx.request.issueToken(token)
}
