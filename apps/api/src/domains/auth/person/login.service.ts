import type { PersonPage } from '@seriatim/schema'
import type { Context } from '../../../call/context.ts'
import { MINUTE_MS } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { enterCustomer } from '../../../db/customer-tx.ts'
import { withSystem } from '../../../db/system-tx.ts'
import type { CustomerTx, Scope, SystemTx } from '../../../db/types.ts'
import { authErrors } from '../auth.facts.ts'
import { findLogin, listOpenSessions, revokeSessions, updateLogin } from '../auth.queries.ts'
import { countRecoveryCodes, deleteRecoveryCodes } from '../password/app-code.queries.ts'
import { checkNewPassword, hashPassword } from '../password/password.ts'
import { listTokens, revokeLiveTokens } from '../session/access-token.queries.ts'
import { describeDevice } from '../sign-in/device.rules.ts'
import { findUserLogin, insertLogin, lockUserLogin, updateLoginActive } from './login.queries.ts'

interface Whose {
  customerId: number
  userId: number
}

/** Runs one transaction that changes rows of a customer together with logins of its users. */
export function withCustomerAndLogins<T>(
  { system }: Pick<Context, 'system'>,
  scope: Scope,
  work: (tx: CustomerTx, logins: SystemTx) => Promise<T>,
): Promise<T> {
  return withSystem(system, async (logins) => work(await enterCustomer(logins, scope), logins))
}

/** @throws AppError naming the broken rule. */
export function hashNewPassword(password: string): Promise<string> {
  checkNewPassword(password)
  return hashPassword(password)
}

/** Whether the address already has a login, so that it cannot get another: an address signs in to one organization only. */
export async function isSignInTaken(tx: SystemTx, emailAddress: string): Promise<boolean> {
  return (await findLogin(tx, emailAddress)) !== undefined
}

export function addLogin(tx: SystemTx, login: Whose & { emailAddress: string; passwordHash: string }): Promise<void> {
  return insertLogin(tx, login)
}

/** Closes a login. Its sessions, access tokens and pending temporary password end with this transaction. */
export async function closeLogin(tx: SystemTx, whose: Whose, now: Date): Promise<{ tokens: string[] }> {
  const login = await lockUserLogin(tx, whose)
  if (!login) return { tokens: [] }
  await updateLoginActive(tx, login.id, false)
  await revokeSessions(tx, login.id, now, null)
  return { tokens: await revokeLiveTokens(tx, login.id, now) }
}

/** Reopens a login. It keeps its password and authenticator; its sessions and tokens stay ended. */
export async function reopenLogin(tx: SystemTx, whose: Whose): Promise<void> {
  const login = await lockUserLogin(tx, whose)
  if (login) await updateLoginActive(tx, login.id, true)
}

/**
 * Removes a user's authenticator app: from now on, codes are sent by email, and recovery codes no longer work. Also ends the user's sessions, because
 * a lost phone may be signed in.
 * @throws AppError app_not_enrolled.
 */
export async function removeUserApp(tx: SystemTx, whose: Whose, now: Date): Promise<{ emailAddress: string }> {
  const login = await lockUserLogin(tx, whose)
  if (!login?.appSecret) throw new AppError(authErrors.app_not_enrolled)
  await updateLogin(tx, login.id, { appSecret: null, appPendingSecret: null, appEnrolledAt: null, appLastStep: null })
  await deleteRecoveryCodes(tx, login.id)
  await revokeSessions(tx, login.id, now, null)
  return { emailAddress: login.emailAddress }
}

/** Returns how a person signs in, for user managers; null if the person never had a login. */
export async function readSignIn(tx: SystemTx, { config, now }: Context, whose: Whose): Promise<PersonPage['signIn']> {
  const login = await findUserLogin(tx, whose)
  if (!login) return null
  const idleSince = new Date(now.getTime() - config.sessionIdleMinutes * MINUTE_MS)
  const open = await listOpenSessions(tx, login.id, { now, idleSince })
  const tokens = (await listTokens(tx, login.id)).filter((token) => token.expiresAt > now)
  return {
    lastAt: login.lastSignInAt?.toISOString() ?? null,
    lastDevice: login.lastSignInAt ? describeDevice(login.lastSignInAgent) : null,
    devices: open.map(({ userAgent, lastSeenAt }) => ({ device: describeDevice(userAgent), lastSeenAt: lastSeenAt.toISOString() })),
    secondFactor: login.appSecret ? 'app' : 'email',
    recoveryCodesLeft: login.appSecret ? await countRecoveryCodes(tx, login.id) : 0,
    accessTokens: tokens.map(({ name, expiresAt, lastUsedAt }) => ({
      name,
      expiresAt: expiresAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  }
}
