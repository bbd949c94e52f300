import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import type { TestUser, Visitor } from '../harness.ts'
import { PASSWORD } from '../make.ts'
import { codeFor, MINUTE, signInWithCode } from './steps.ts'

const t = useTestDb()
const customer = useCustomer(t)
let user: TestUser
beforeEach(() => {
  user = customer.staff
})

const NEW = 'Better-Horse-9!'
const change = (
  visitor: Visitor,
  newPassword: string,
  { oldPassword = PASSWORD, repeatNewPassword = newPassword, revokeTokens = false } = {},
) => visitor.call.settings.updateChangepassword({ oldPassword, newPassword, repeatNewPassword, revokeTokens })
const begin = (password: string, who = user) =>
  t
    .visitor({ address: `10.5.${who.loginId >> 8}.${who.loginId & 255}` })
    .call.auth.createOneToken({ emailAddress: who.emailAddress, password })

describe('changing the password', () => {
  test('[REST-023] ends every other session, keeps this one under a new token, and is recorded', async () => {
    const other = t.visitor({ token: await t.signIn(user) })
    const visitor = t.visitor({ token: await t.signIn(user) })
    const old = visitor.token
    await change(visitor, NEW)
    await expect(other.call.user.readOneById()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(t.visitor({ token: old ?? '' }).call.user.readOneById()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await visitor.call.user.readOneById()).toMatchObject({ id: user.userId })
    await expect(begin(PASSWORD)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await begin(NEW)).toMatchObject({ step: 'totp' })
    expect(await t.query('select action, user_id::int as by from audit where customer_id = $1', [customer.customerId])).toEqual([
      { action: 'user.changePassword', by: user.userId },
    ])
  })

  test.each([
    ['Short-7!', 'Short-7!', null],
    ['Shor-7!', 'Shor-7!', 'breaks a rule'],
    ['better-horse-9!', 'better-horse-9!', 'breaks a rule'],
    ['BETTER-HORSE-9!', 'BETTER-HORSE-9!', 'breaks a rule'],
    ['Better-Horse-x!', 'Better-Horse-x!', 'breaks a rule'],
    ['BetterHorse9', 'BetterHorse9', 'breaks a rule'],
    ['Better Horse-9!', 'Better Horse-9!', 'breaks a rule'],
    ['Password-123!', 'Password-123!', 'attackers try first'],
    ['P@ssw0rd2024!', 'P@ssw0rd2024!', 'attackers try first'],
    ['Better-Horse-9!', 'Better-Horse-8!', 'Passwords Do Not Match'],
    [PASSWORD, PASSWORD, 'same as the old one'],
    [`Aa1!${'x'.repeat(253)}`, `Aa1!${'x'.repeat(253)}`, 'at most 256'],
    [`Aa1!${'hat'.repeat(20)}`, `Aa1!${'hat'.repeat(20)}`, null],
  ])('to "%s", repeated as "%s": %s', async (newPassword, repeatNewPassword, sentence) => {
    const visitor = t.visitor({ token: await t.signIn(user) })
    const answer = change(visitor, newPassword, { repeatNewPassword })
    if (sentence === null) await answer
    else await expect(answer).rejects.toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining(sentence) })
  })

  test('keeps the access tokens unless the user asks to revoke them, and records the revocation', async () => {
    await t.as(user).auth.createOneAccessToken({ name: 'till', days: 30, password: PASSWORD })
    await t.as(user).auth.createOneAccessToken({ name: 'feed', days: 30, password: PASSWORD })
    await t.as(customer.colleague).auth.createOneAccessToken({ name: 'theirs', days: 30, password: PASSWORD })
    const visitor = t.visitor({ token: await t.signIn(user) })
    expect(await visitor.call.auth.readOneAccessTokenCount()).toEqual({ live: 2 })
    await change(visitor, NEW)
    expect(await visitor.call.auth.readOneAccessTokenCount()).toEqual({ live: 2 })
    await expect(change(visitor, PASSWORD, { oldPassword: 'Wrong-Horse-7!', revokeTokens: true })).rejects.toThrow()
    expect(await visitor.call.auth.readOneAccessTokenCount()).toEqual({ live: 2 })
    await change(visitor, PASSWORD, { oldPassword: NEW, revokeTokens: true })
    expect(await visitor.call.auth.readOneAccessTokenCount()).toEqual({ live: 0 })
    expect(await t.as(customer.colleague).auth.readOneAccessTokenCount()).toEqual({ live: 1 })
    expect((await t.as(customer.admin).audit.readManyBySearch({ kind: 'token', userId: user.userId })).items[0]).toMatchObject({
      what: 'All access tokens revoked',
      facts: [{ label: 'Revoked', value: expect.stringMatching(/^(till, feed|feed, till)$/) }],
    })
  })

  test('requires the old password; a wrong old password does not cause a 401', async () => {
    const visitor = t.visitor({ token: await t.signIn(user) })
    const answer = change(visitor, NEW, { oldPassword: 'Wrong-Horse-7!' })
    await expect(answer).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'The old password is incorrect.' })
    expect(await visitor.call.user.readOneById()).toMatchObject({ id: user.userId })
  })
})

describe('wrong old passwords', () => {
  const guess = (visitor: Visitor) => change(visitor, NEW, { oldPassword: 'Wrong-Horse-7!' }).catch((error: { code: string }) => error.code)

  test('are limited to ten in fifteen minutes, even if concurrent; after that, the right one is refused too', async () => {
    const visitor = t.visitor({ token: await t.signIn(user), address: '10.7.7.7' })
    const codes = await Promise.all(Array.from({ length: 14 }, () => guess(visitor)))
    expect(codes.filter((code) => code === 'BAD_REQUEST')).toHaveLength(10)
    await expect(change(visitor, NEW)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    t.clock.advance(16 * MINUTE)
    await change(visitor, NEW)
  })

  test('count as failed sign-ins of the account and are recorded', async () => {
    await guess(t.visitor({ token: await t.signIn(user), address: '10.7.7.8' }))
    expect(await t.query('select reason from failed_sign_in where login_id = $1', [user.loginId])).toEqual([{ reason: 'oldPassword' }])
    expect(await t.query('select action, detail, user_id::int as by from audit where customer_id = $1', [customer.customerId])).toEqual([
      { action: 'user.changePasswordRefused', detail: { address: '10.7.7.8' }, by: user.userId },
    ])
  })

  test('are limited separately from failed sign-ins, so a user can still change the password after a stranger’s ten wrong guesses', async () => {
    const stranger = t.visitor({ address: '10.7.7.9' })
    for (let round = 0; round < 10; round += 1)
      await stranger.call.auth.createOneToken({ emailAddress: user.emailAddress, password: 'Wrong-Horse-7!' }).catch(() => {})
    await change(t.visitor({ token: await t.signIn(user), address: '10.7.7.10' }), NEW)
  })
})

describe('password recovery', () => {
  /** Requests a temporary password and reads it from the email. */
  async function recover(): Promise<string> {
    await t.anonymous().auth.createOneTemporarypassword({ emailAddress: user.emailAddress })
    await t.runJobs()
    const [mail] = (await t.mailbox.list(user.emailAddress)).filter((one) => one.subject.includes('temporary password'))
    const password = mail?.text.match(/temporary password is (\S+)/)?.[1]
    if (!password) throw new Error('No mail with a temporary password came.')
    return password
  }

  async function enterWith(password: string): Promise<Visitor> {
    const visitor = t.visitor({ address: '10.6.6.6' })
    await visitor.call.auth.createOneToken({ emailAddress: user.emailAddress, password })
    await visitor.call.auth.updateOneTotp({ totp: await codeFor(t, user) })
    return visitor
  }

  test('[REST-009] gives the same response whether the address is known or not, and emails nothing to unknown addresses', async () => {
    const ask = (emailAddress: string) => t.anonymous().auth.createOneTemporarypassword({ emailAddress })
    expect(await ask(user.emailAddress)).toEqual(await ask('stranger@mail.tst'))
    await t.runJobs()
    expect(await t.mailbox.list('stranger@mail.tst')).toEqual([])
    expect(await t.mailbox.list(user.emailAddress)).toHaveLength(1)
  })

  test.each(['nobody', 'nobody@mail', 'no body@mail.com', '@mail.com'])(
    '[LOGIN-012] "%s" is not an email address',
    async (emailAddress) => {
      await expect(t.anonymous().auth.createOneTemporarypassword({ emailAddress })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: 'Invalid Email Address',
      })
    },
  )

  test('[LOGIN-025] does not skip the sign-in code: the temporary password and the code only let the user choose a new password', async () => {
    await t.as(user).auth.createOneAccessToken({ name: 'till', days: 30, password: PASSWORD })
    const temporary = await recover()
    const half = t.visitor({ address: '10.6.6.9' })
    await half.call.auth.createOneToken({ emailAddress: user.emailAddress, password: PASSWORD })
    await expect(half.call.auth.readOneAccessTokenCount()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const visitor = await enterWith(temporary)
    expect(await visitor.call.auth.readOneAccessTokenCount()).toEqual({ live: 1 })
    expect(await visitor.call.auth.updateOneToken()).toMatchObject({ step: 'changePassword' })
    await expect(visitor.call.user.readOneById()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(visitor.call.order.readManySearch({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(change(visitor, NEW, { oldPassword: PASSWORD })).rejects.toMatchObject({
      message: 'That temporary password is incorrect.',
    })
    await change(visitor, NEW, { oldPassword: temporary })
    expect(await visitor.call.user.readOneById()).toMatchObject({ id: user.userId })
    await expect(begin(PASSWORD)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await begin(NEW)).toMatchObject({ step: 'totp' })
  })

  test('lets the user of a locked account sign in with the temporary password, but not with the old one', async () => {
    const stranger = t.visitor({ address: '10.6.6.7' })
    for (let round = 0; round < 10; round += 1)
      await stranger.call.auth.createOneToken({ emailAddress: user.emailAddress, password: 'Wrong-Horse-7!' }).catch(() => {})
    await expect(begin(PASSWORD)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    const temporary = await recover()
    await expect(begin(PASSWORD)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    const visitor = await enterWith(temporary)
    await change(visitor, NEW, { oldPassword: temporary })
    expect(await visitor.call.user.readOneById()).toMatchObject({ id: user.userId })
  })

  test('is not needed once the lock of an account ends: guesses during the lock do not extend it, but count against their IP address', async () => {
    const stranger = t.visitor({ address: '10.6.6.8' })
    const guess = () =>
      stranger.call.auth
        .createOneToken({ emailAddress: user.emailAddress, password: 'Wrong-Horse-7!' })
        .catch((error: { code: string }) => error.code)
    for (let round = 0; round < 10; round += 1) await guess()
    t.clock.advance(14 * MINUTE)
    for (let round = 0; round < 10; round += 1) expect(await guess()).toBe('TOO_MANY_REQUESTS')
    t.clock.advance(2 * MINUTE)
    expect(await begin(PASSWORD)).toMatchObject({ step: 'totp' })
    const rows = await t.query<{ reason: string; amount: number }>(
      `select reason, count(*)::int as amount from failed_sign_in where address = '10.6.6.8' group by 1 order by 1`,
    )
    expect(rows).toEqual([
      { reason: 'locked', amount: 10 },
      { reason: 'password', amount: 10 },
    ])
  })

  test('accepts the temporary password only once', async () => {
    const temporary = await recover()
    await enterWith(temporary)
    await expect(begin(temporary)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('accepts the temporary password for thirty minutes', async () => {
    const temporary = await recover()
    t.clock.advance(30 * MINUTE)
    await expect(begin(temporary)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('leaves the old password valid until the temporary password is used', async () => {
    await recover()
    const visitor = await signInWithCode(t, user)
    expect(await visitor.call.user.readOneById()).toMatchObject({ id: user.userId })
  })

  test('sends one email per thirty seconds at most, so nobody can flood another person’s mailbox with repeated requests', async () => {
    const mails = async () => (await t.mailbox.list(user.emailAddress)).length
    for (let round = 0; round < 3; round += 1) await recover()
    expect(await mails()).toBe(1)
    t.clock.advance(31_000)
    await recover()
    expect(await mails()).toBe(2)
  })

  test('sends at most three temporary passwords while one is valid, and the last one stays valid for its full time', async () => {
    let last = ''
    for (let round = 0; round < 3; round += 1) {
      last = await recover()
      t.clock.advance(MINUTE)
    }
    expect(await recover()).toBe(last)
    expect(await t.mailbox.list(user.emailAddress)).toHaveLength(3)
    t.clock.advance(26 * MINUTE)
    expect(await begin(last)).toMatchObject({ step: 'totp' })
    t.clock.advance(5 * MINUTE)
    expect(await recover()).not.toBe(last)
  })

  test('sends no second temporary password while the user who signed in with the first one is still choosing a new password', async () => {
    const temporary = await recover()
    const visitor = await enterWith(temporary)
    t.clock.advance(10 * MINUTE)
    expect(await recover()).toBe(temporary)
    await change(visitor, NEW, { oldPassword: temporary })
    t.clock.advance(MINUTE)
    expect(await recover()).not.toBe(temporary)
  })

  test('limits each IP address to fifty requests in fifteen minutes', async () => {
    const call = t.visitor({ address: '10.6.6.9' }).call
    const ask = (nth: number) =>
      call.auth.createOneTemporarypassword({ emailAddress: `nobody.${nth}@mail.tst` }).then(
        () => 'ok',
        (error: { code: string }) => error.code,
      )
    const answers = await Promise.all(Array.from({ length: 55 }, (_, nth) => ask(nth)))
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(50)
    expect(answers.filter((answer) => answer === 'TOO_MANY_REQUESTS')).toHaveLength(5)
  })

  test('sends no temporary password to a deactivated user', async () => {
    await t.query('update login set is_active = false where id = $1', [user.loginId])
    await t.anonymous().auth.createOneTemporarypassword({ emailAddress: user.emailAddress })
    await t.runJobs()
    expect(await t.mailbox.list(user.emailAddress)).toEqual([])
  })

  test('is recorded without naming who requested it', async () => {
    await recover()
    expect(await t.query('select action, user_id as by from audit where customer_id = $1', [customer.customerId])).toEqual([
      { action: 'session.temporaryPassword', by: null },
    ])
  })
})
