import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import type { TestUser, Visitor } from '../harness.ts'
import { PASSWORD } from '../make.ts'
import { appCode, MINUTE, SECOND, signInWithCode, wrongCode } from './steps.ts'

const t = useTestDb()
beforeEach(() => t.clock.set('2026-05-01T12:00:00Z'))
const customer = useCustomer(t)
let user: TestUser
let secret: string
let recoveryCodes: string[]
beforeEach(async () => {
  user = customer.staff
  secret = (await t.as(user).auth.createOneApp({ password: PASSWORD })).secret
  recoveryCodes = (await t.as(user).auth.updateOneApp({ totp: appCode(t, secret) })).recoveryCodes
  t.clock.advance(MINUTE)
})

async function startSignIn(): Promise<Visitor> {
  const visitor = t.visitor({ address: `10.7.${user.loginId >> 8}.${user.loginId & 255}` })
  await visitor.call.auth.createOneToken({ emailAddress: user.emailAddress, password: PASSWORD })
  return visitor
}
const mails = async () => {
  await t.runJobs()
  return t.mailbox.list(user.emailAddress)
}

describe('signing in with an authenticator app', () => {
  test('[LOGIN-024] accepts its code in place of the emailed one, and sends no email', async () => {
    const visitor = t.visitor()
    const first = await visitor.call.auth.createOneToken({ emailAddress: user.emailAddress, password: PASSWORD })
    expect(first).toMatchObject({ step: 'totp', delivery: 'app' })
    expect(await visitor.call.auth.updateOneToken()).toMatchObject({ step: 'totp', delivery: 'app' })
    expect(await mails()).toEqual([])
    expect(await visitor.call.auth.updateOneTotp({ totp: appCode(t, secret) })).toMatchObject({
      step: 'signedIn',
      user: { id: user.userId },
    })
  })

  test('never accepts a code that was used in another sign-in, or an older code', async () => {
    const [first, second] = [await startSignIn(), await startSignIn()]
    const totp = appCode(t, secret)
    await first.call.auth.updateOneTotp({ totp })
    for (const used of [totp, appCode(t, secret, -1)])
      await expect(second.call.auth.updateOneTotp({ totp: used })).rejects.toMatchObject({ message: 'The code is incorrect.' })
    t.clock.advance(30 * SECOND)
    expect(await second.call.auth.updateOneTotp({ totp: appCode(t, secret) })).toMatchObject({ step: 'signedIn' })
  })

  test('does not accept the code that was used for setup', async () => {
    t.clock.set('2026-05-01T12:00:00Z')
    const visitor = await startSignIn()
    await expect(visitor.call.auth.updateOneTotp({ totp: appCode(t, secret) })).rejects.toMatchObject({ message: 'The code is incorrect.' })
  })

  test('accepts a code only once, even if several windows send it at the same time', async () => {
    const visitors = await Promise.all([1, 2, 3].map(startSignIn))
    const totp = appCode(t, secret)
    const outcomes = await Promise.allSettled(visitors.map((visitor) => visitor.call.auth.updateOneTotp({ totp })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('ends after five wrong codes, and then even the right code is refused', async () => {
    const visitor = await startSignIn()
    for (let round = 0; round < 5; round += 1)
      await expect(visitor.call.auth.updateOneTotp({ totp: wrongCode(appCode(t, secret)) })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(visitor.call.auth.updateOneTotp({ totp: appCode(t, secret) })).rejects.toMatchObject({ message: 'totp expired' })
  })

  test('answers a request for a new code by explaining that the app generates the codes', async () => {
    const visitor = await startSignIn()
    t.clock.advance(MINUTE)
    await expect(visitor.call.auth.updateOneResendtotp()).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Your authenticator app generates the codes, so none is sent. If you do not have the app, use one of your recovery codes.',
    })
    expect(await mails()).toEqual([])
  })

  test('requires the app even after a temporary password', async () => {
    await t.visitor().call.auth.createOneTemporarypassword({ emailAddress: user.emailAddress })
    const temporary = (await mails())[0]?.text.match(/temporary password is (\S+)/)?.[1] ?? ''
    const visitor = t.visitor()
    expect(await visitor.call.auth.createOneToken({ emailAddress: user.emailAddress, password: temporary })).toMatchObject({
      delivery: 'app',
    })
    expect(await visitor.call.auth.updateOneTotp({ totp: appCode(t, secret) })).toMatchObject({ step: 'changePassword' })
  })
})

describe('recovery codes', () => {
  test('come in a set of ten, and each code is valid once, regardless of letter case and separator', async () => {
    expect(recoveryCodes).toHaveLength(10)
    const [one = '', two = ''] = recoveryCodes
    await (await startSignIn()).call.auth.updateOneTotp({ totp: one })
    await expect((await startSignIn()).call.auth.updateOneTotp({ totp: one })).rejects.toMatchObject({ message: 'The code is incorrect.' })
    await (await startSignIn()).call.auth.updateOneTotp({ totp: two.replace('-', ' ').toLowerCase() })
    expect(await t.as(user).auth.readOneApp()).toEqual({ enrolledAt: '2026-05-01T12:00:00.000Z', recoveryCodesLeft: 8 })
    expect(
      (await t.as(customer.admin).audit.readManyBySearch({ userId: user.userId, kind: 'user' })).items.map(({ what }) => what),
    ).toEqual(['Signed in with a recovery code', 'Signed in with a recovery code', 'Authenticator app set up'])
  })

  test('of another user are refused', async () => {
    const theirs = await t.as(customer.lead).auth.createOneApp({ password: PASSWORD })
    const { recoveryCodes: codes } = await t.as(customer.lead).auth.updateOneApp({ totp: appCode(t, theirs.secret) })
    await expect((await startSignIn()).call.auth.updateOneTotp({ totp: codes[0] ?? '' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('and the app’s secret cannot be read from the database alone', async () => {
    const rows = await t.query<{ text: string }>(
      `select login::text as text from login where id = $1 union all select recovery_code::text from recovery_code where login_id = $1
       union all select audit::text from audit where user_id = $2`,
      [user.loginId, user.userId],
    )
    const secrets = [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]
    for (const { text } of rows)
      for (const form of secrets.flatMap((one) => [one, Buffer.from(one).toString('hex')])) expect(text).not.toContain(form)
  })
})

describe('setting up and removing the app', () => {
  test('requires the password, and wrong passwords are counted and recorded in the trail', async () => {
    await expect(t.as(user).auth.deleteOneApp({ password: 'Wrong-Horse-7!' })).rejects.toMatchObject({
      message: 'The password is incorrect.',
    })
    await expect(t.as(customer.lead).auth.createOneApp({ password: 'Wrong-Horse-7!' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const { items } = await t.as(customer.admin).audit.readManyBySearch({ kind: 'user' })
    expect(items.filter(({ action }) => action === 'user.appRefused')).toHaveLength(2)
    const attempts = await t.query('select from failed_sign_in where login_id = any ($1)', [[user.loginId, customer.lead.loginId]])
    expect(attempts).toHaveLength(2)
  })

  test('changes nothing until a code has confirmed the secret', async () => {
    const { auth } = t.as(customer.lead)
    const { secret: shown, uri } = await auth.createOneApp({ password: PASSWORD })
    expect(uri).toContain(`secret=${shown}`)
    await expect(auth.updateOneApp({ totp: wrongCode(appCode(t, shown)) })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await auth.readOneApp()).toEqual({ enrolledAt: null, recoveryCodesLeft: 0 })
    await signInWithCode(t, customer.lead)
    await expect(t.as(customer.colleague).auth.updateOneApp({ totp: '123456' })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('allows one app at a time; after its removal, codes are emailed again and the old codes no longer work', async () => {
    await expect(t.as(user).auth.createOneApp({ password: PASSWORD })).rejects.toMatchObject({ code: 'CONFLICT' })
    await t.as(user).auth.deleteOneApp({ password: PASSWORD })
    expect(await t.as(user).auth.readOneApp()).toEqual({ enrolledAt: null, recoveryCodesLeft: 0 })
    await expect(t.as(user).auth.deleteOneApp({ password: PASSWORD })).rejects.toMatchObject({ code: 'CONFLICT' })
    const visitor = await startSignIn()
    for (const old of [appCode(t, secret), recoveryCodes[0] ?? ''])
      await expect(visitor.call.auth.updateOneTotp({ totp: old })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    // The earlier visitor's email is sent first, so that the newest code belongs to the sign-in below.
    await t.runJobs()
    await signInWithCode(t, user)
  })
})
