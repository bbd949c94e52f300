import speakeasy from 'speakeasy'
import type { ProcedurePath } from '../../src/http/rest/types.ts'
import { ask } from '../answers.ts'
import type { TestDb, TestUser, Visitor } from '../harness.ts'
import { PASSWORD } from '../make.ts'

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

/** Sends pending emails, and returns the code from the newest email to this user. */
export async function codeFor(t: TestDb, { emailAddress }: TestUser): Promise<string> {
  await t.runJobs()
  const mail = (await t.mailbox.list(emailAddress)).find(({ subject }) => subject.includes('security code'))
  const code = mail?.text.match(/\b\d{6}\b/)?.[0]
  if (!code) throw new Error(`No mail with a code came to ${emailAddress}.`)
  return code
}

/** Signs in with both steps, as a person does. */
export async function signInWithCode(t: TestDb, user: TestUser, password = PASSWORD): Promise<Visitor> {
  const visitor = t.visitor({ address: `10.8.${user.loginId >> 8}.${user.loginId & 255}` })
  await visitor.call.auth.createOneToken({ emailAddress: user.emailAddress, password })
  await visitor.call.auth.updateOneTotp({ totp: await codeFor(t, user) })
  return visitor
}

/**
 * Enters the correct password in a new session and then calls a procedure that belongs to a later step of the sign-in. `auth.updateOneTotp` gets the
 * emailed code instead of `input`.
 */
export async function askInSignIn(t: TestDb, path: ProcedurePath, input: unknown, user: TestUser): Promise<unknown> {
  const visitor = t.visitor()
  // Sends emails of earlier calls first, so that the newest one belongs to this call.
  await t.runJobs()
  await visitor.call.auth.createOneToken({ emailAddress: user.emailAddress, password: PASSWORD })
  await t.runJobs()
  const [mail] = await t.mailbox.list(user.emailAddress)
  if (path === 'auth.updateOneResendtotp') t.clock.advance(31_000)
  return ask(visitor.call, path, path === 'auth.updateOneTotp' ? { totp: mail?.text.match(/\b\d{6}\b/)?.[0] ?? '' } : input)
}

/** A wrong code: the given six digits with another first digit. */
export function wrongCode(code: string): string {
  return code.startsWith('1') ? `2${code.slice(1)}` : `1${code.slice(1)}`
}

/** The code that the authenticator app shows now, or with `steps` that many 30-second periods later (negative: earlier). */
export function appCode(t: TestDb, secret: string, steps = 0): string {
  return speakeasy.totp({ secret, encoding: 'base32', time: Math.floor(t.clock.now().getTime() / 1000) + 30 * steps })
}

/** Sets up an authenticator app and confirms it with its first code. */
export async function enrollApp(t: TestDb, user: TestUser, password = PASSWORD): Promise<unknown> {
  const { secret } = await t.as(user).auth.createOneApp({ password })
  return t.as(user).auth.updateOneApp({ totp: appCode(t, secret) })
}
