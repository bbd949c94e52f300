import type { AppOffer, AppState, RecoveryCodes } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { Context } from '../../../call/context.ts'
import { AppError } from '../../../core/errors.ts'
import { enterCustomer } from '../../../db/customer-tx.ts'
import { withSystem } from '../../../db/system-tx.ts'
import type { SystemTx } from '../../../db/types.ts'
import { authErrors } from '../auth.facts.ts'
import { lockLogin, readLogin, updateLogin } from '../auth.queries.ts'
import { countAttempt, forgetAttempt, recordFailedAttempt } from '../sign-in/attempt.service.ts'
import { countRecoveryCodes, deleteRecoveryCodes, insertRecoveryCodes, spendRecoveryCode } from './app-code.queries.ts'
import { appUri, codeTimeStep, newAppSecret, newRecoveryCodes, normalizeRecoveryCode } from './app-code.ts'
import { matchesPassword } from './password.ts'

export async function readApp(ctx: Context, session: Session): Promise<AppState> {
  return withSystem(ctx.system, async (tx) => {
    const { appEnrolledAt } = await readLogin(tx, session.loginId)
    return { enrolledAt: appEnrolledAt?.toISOString() ?? null, recoveryCodesLeft: await countRecoveryCodes(tx, session.loginId) }
  })
}

/**
 * Returns a secret for the QR code. The secret has no effect until a code proves that an app has it. The password is required, because somebody who
 * finds an open session could otherwise lock the owner out.
 *
 * @throws AppError app_enrolled; app_password_wrong; sign_in_locked after too many wrong passwords.
 */
export async function offerApp(ctx: Context, session: Session, password: string): Promise<AppOffer> {
  await confirmPassword(ctx, session, password)
  const secret = newAppSecret()
  await withSystem(ctx.system, async (tx) => {
    if ((await lockLogin(tx, session.emailAddress))?.appSecret) throw new AppError(authErrors.app_enrolled)
    await updateLogin(tx, session.loginId, { appPendingSecret: ctx.secrets.encrypt(secret) })
  })
  return { secret, uri: appUri(ctx.config.brand, session.emailAddress, secret) }
}

/**
 * Enrolls an authenticator app after a code has proved that the app has the secret. From then on the app generates the sign-in codes. @throws
 * AppError app_not_offered; app_code_wrong.
 */
export async function enrollApp(ctx: Context, session: Session, totp: string): Promise<RecoveryCodes> {
  const recoveryCodes = newRecoveryCodes()
  await withSystem(ctx.system, async (tx) => {
    const pending = (await lockLogin(tx, session.emailAddress))?.appPendingSecret
    if (!pending) throw new AppError(authErrors.app_not_offered)
    const step = codeTimeStep(ctx.secrets.decrypt(pending), totp.trim(), ctx.now, null)
    if (step === undefined) throw new AppError(authErrors.app_code_wrong)
    await updateLogin(tx, session.loginId, { appSecret: pending, appPendingSecret: null, appEnrolledAt: ctx.now, appLastStep: step })
    await deleteRecoveryCodes(tx, session.loginId)
    await insertRecoveryCodes(
      tx,
      session.loginId,
      recoveryCodes.map((code) => recoveryMac(ctx, session.loginId, code)),
    )
    await audit(await enterCustomer(tx, session), session, { action: 'user.appEnroll', subject: 'user', subjectId: session.userId })
  })
  return { recoveryCodes }
}

/** Removes the user's authenticator app, so that codes are mailed again. @throws AppError app_not_enrolled; app_password_wrong; sign_in_locked. */
export async function removeApp(ctx: Context, session: Session, password: string): Promise<void> {
  await confirmPassword(ctx, session, password)
  await withSystem(ctx.system, async (tx) => {
    if (!(await lockLogin(tx, session.emailAddress))?.appSecret) throw new AppError(authErrors.app_not_enrolled)
    await updateLogin(tx, session.loginId, { appSecret: null, appPendingSecret: null, appEnrolledAt: null, appLastStep: null })
    await deleteRecoveryCodes(tx, session.loginId)
    await audit(await enterCustomer(tx, session), session, { action: 'user.appRemove', subject: 'user', subjectId: session.userId })
  })
}

interface AppLogin {
  id: number
  customerId: number
  userId: number
  appSecret: Buffer
  appLastStep: number | null
}

/**
 * Accepts each code of the authenticator app, and each recovery code, only once. It locks the login's row, so that two calls cannot use the same
 * code.
 */
export async function takeAppCode(tx: SystemTx, ctx: Context, login: AppLogin, typed: string): Promise<boolean> {
  const step = codeTimeStep(ctx.secrets.decrypt(login.appSecret), typed.trim(), ctx.now, login.appLastStep)
  if (step !== undefined) {
    await updateLogin(tx, login.id, { appLastStep: step })
    return true
  }
  if (!(await spendRecoveryCode(tx, login.id, recoveryMac(ctx, login.id, typed), ctx.now))) return false
  const { customerId, userId } = login
  const scoped = await enterCustomer(tx, { customerId, userId, scope: 'all', locationIds: [] })
  const detail = { left: await countRecoveryCodes(tx, login.id) }
  await audit(scoped, { now: ctx.now, userId }, { action: 'user.recoveryCodeUsed', subject: 'user', subjectId: userId, detail })
  return true
}

function recoveryMac({ secrets }: Context, loginId: number, code: string): Buffer {
  return secrets.mac('recovery code', loginId, normalizeRecoveryCode(code))
}

/**
 * Confirms the password for changes that outlast the session. Failures count like a wrong old password, because both are guesses inside an open
 * session.
 *
 * @throws AppError app_password_wrong; sign_in_locked after too many.
 */
export async function confirmPassword(
  ctx: Context,
  session: Session,
  password: string,
  action: 'user.appRefused' | 'token.refused' = 'user.appRefused',
): Promise<void> {
  const login = await withSystem(ctx.system, (tx) => readLogin(tx, session.loginId))
  const guess = await countAttempt(ctx, 'oldPassword', login.emailAddress)
  const isRight = await matchesPassword(login.passwordHash, password)
  await withSystem(ctx.system, async (tx) => {
    if (isRight) return forgetAttempt(tx, guess)
    await recordFailedAttempt(tx, ctx, guess, login.id)
    const refusal = { action, subject: 'user', subjectId: session.userId } as const
    await audit(await enterCustomer(tx, session), session, { ...refusal, detail: { address: ctx.request.address } })
  })
  if (!isRight) throw new AppError(authErrors.app_password_wrong)
}
