import argon2 from 'argon2'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import type { TestUser, Visitor } from '../harness.ts'
import { PASSWORD } from '../make.ts'
import { codeFor, MINUTE, SECOND, signInWithCode, wrongCode } from './steps.ts'

const t = useTestDb()
const customer = useCustomer(t)
let user: TestUser
beforeEach(() => {
  user = customer.staff
})

/**
 * Takes the first step of a sign-in, from a network address that only this login uses, so that one test's failures don't lock out another test's
 * sign-ins.
 */
async function startSignIn(who = user): Promise<Visitor> {
  const visitor = t.visitor({ address: `10.0.${who.loginId >> 8}.${who.loginId & 255}` })
  await visitor.call.auth.createOneToken({ emailAddress: who.emailAddress, password: PASSWORD })
  return visitor
}

/** Starts another sign-in once the next code may be mailed; before that, the server would reuse the previous code. */
function startLater(): Promise<Visitor> {
  t.clock.advance(31 * SECOND)
  return startSignIn()
}

describe('the first step of signing in', () => {
  test('[REST-005] opens a pending session, which is not signed in, if the password is right', async () => {
    const visitor = t.visitor()
    const answer = await visitor.call.auth.createOneToken({ emailAddress: ` ${user.emailAddress.toUpperCase()} `, password: PASSWORD })
    expect(answer).toMatchObject({ step: 'totp', delivery: 'email' })
    expect(answer.sentTo).toMatch(/^s•••.@mail\.tst$|^s•••\w*@mail\.tst$/)
    expect(JSON.stringify(answer)).not.toContain('Tester')
    await expect(visitor.call.user.readOneById()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('opens a pending session, which can only enter a code, request a new one, refresh and sign out', async () => {
    const visitor = await startSignIn()
    await expect(visitor.call.order.readManySearch({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(visitor.call.auth.deleteAllTokens()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const change = { oldPassword: PASSWORD, newPassword: 'Other-Horse-8!', repeatNewPassword: 'Other-Horse-8!' }
    await expect(visitor.call.settings.updateChangepassword(change)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    t.clock.advance(31 * SECOND)
    expect(await visitor.call.auth.updateOneResendtotp()).toEqual({ ok: true })
    expect(await visitor.call.auth.updateOneToken()).toMatchObject({ step: 'totp', user: null, customer: null })
    expect(await visitor.call.auth.deleteOneToken()).toEqual({ ok: true })
    await expect(t.visitor({ token: visitor.token ?? '' }).call.auth.updateOneToken()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('opens a pending session, which stays pending however often it is refreshed', async () => {
    const visitor = await startSignIn()
    for (let round = 0; round < 3; round += 1)
      expect(await visitor.call.auth.updateOneToken()).toMatchObject({ step: 'totp', delivery: 'email' })
    await expect(visitor.call.user.readOneById()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await visitor.call.auth.updateOneTotp({ totp: await codeFor(t, user) })).toMatchObject({ step: 'signedIn' })
  })

  test('answers an unknown address and a wrong password with the same message, and not with 401', async () => {
    const visitor = t.visitor({ address: '10.9.9.1' })
    const answers = await Promise.all(
      [
        { emailAddress: user.emailAddress, password: 'Wrong-Horse-7!' },
        { emailAddress: 'nobody@mail.tst', password: PASSWORD },
      ].map((given) =>
        visitor.call.auth.createOneToken(given).catch((error: { code: string; message: string }) => [error.code, error.message]),
      ),
    )
    expect(answers[0]).toEqual(['BAD_REQUEST', 'The email address or password is incorrect. Check both and try again.'])
    expect(answers[1]).toEqual(answers[0])
  })

  test('hashes the password with the same effort for known and unknown addresses, so its duration does not reveal which addresses exist', async () => {
    const visitor = t.visitor({ address: '10.9.9.2' })
    const verify = vi.spyOn(argon2, 'verify')
    for (const emailAddress of [user.emailAddress, 'nobody@mail.tst'])
      await visitor.call.auth.createOneToken({ emailAddress, password: 'Wrong-Horse-7!' }).catch(() => {})
    const [known, unknown] = verify.mock.calls.map(([hash]) => hash.split('$').slice(1, 4))
    verify.mockRestore()
    expect(known?.[0]).toBe('argon2id')
    expect(unknown).toEqual(known)
  })
})

describe('a sign-in code', () => {
  test('[LOGIN-024 REST-006] arrives by email and completes the sign-in', async () => {
    const visitor = await startSignIn()
    const pending = visitor.token
    const answer = await visitor.call.auth.updateOneTotp({ totp: await codeFor(t, user) })
    expect(answer).toMatchObject({ step: 'signedIn', user: { id: user.userId, firstName: 'Staff' }, customer: { id: customer.customerId } })
    expect(answer.token).toBeUndefined()
    expect(visitor.token).not.toBe(pending)
    expect(await visitor.call.user.readOneById()).toMatchObject({ id: user.userId })
  })

  test('works only once', async () => {
    const visitor = await startSignIn()
    const totp = await codeFor(t, user)
    await visitor.call.auth.updateOneTotp({ totp })
    await expect(visitor.call.auth.updateOneTotp({ totp })).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'totp expired' })
  })

  test('of one attempt is invalid in another attempt', async () => {
    const [first, second] = [await startSignIn(), await startLater()]
    const mails = await mailsAfterJobs()
    const codes = mails.map((mail) => mail.text.match(/\b\d{6}\b/)?.[0] ?? '')
    expect(codes).toHaveLength(2)
    const crossed = await Promise.all(
      codes.map((totp) =>
        second.call.auth.updateOneTotp({ totp }).then(
          () => 'in',
          () => 'out',
        ),
      ),
    )
    expect(crossed.filter((outcome) => outcome === 'in')).toHaveLength(1)
    expect(first.token).not.toBe(second.token)
  })

  async function mailsAfterJobs() {
    await t.runJobs()
    return t.mailbox.list(user.emailAddress)
  }

  test('is refused as expired after ten minutes, with the documented message', async () => {
    const visitor = await startSignIn()
    const totp = await codeFor(t, user)
    t.clock.advance(10 * MINUTE)
    await expect(visitor.call.auth.updateOneTotp({ totp })).rejects.toMatchObject({ code: 'BAD_REQUEST', message: 'totp expired' })
  })

  test('is refused after five wrong codes, even if it is correct', async () => {
    const visitor = await startSignIn()
    const totp = await codeFor(t, user)
    for (let round = 0; round < 5; round += 1)
      await expect(visitor.call.auth.updateOneTotp({ totp: wrongCode(totp) })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: 'The code is incorrect.',
      })
    await expect(visitor.call.auth.updateOneTotp({ totp: wrongCode(totp) })).rejects.toMatchObject({ message: 'totp expired' })
    await expect(visitor.call.auth.updateOneTotp({ totp })).rejects.toMatchObject({ message: 'totp expired' })
  })

  test('counts as a failure each time it is wrong, even if several wrong codes are sent concurrently', async () => {
    const visitor = await startSignIn()
    const totp = await codeFor(t, user)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => visitor.call.auth.updateOneTotp({ totp: wrongCode(totp) }).catch((error: Error) => error.message)),
    )
    expect(answers.filter((answer) => answer === 'The code is incorrect.')).toHaveLength(5)
    await expect(visitor.call.auth.updateOneTotp({ totp })).rejects.toMatchObject({ message: 'totp expired' })
  })

  test('of the wrong length counts as a wrong code like any other', async () => {
    const visitor = await startSignIn()
    await expect(visitor.call.auth.updateOneTotp({ totp: '12' })).rejects.toMatchObject({ message: 'The code is incorrect.' })
    expect(await visitor.call.auth.updateOneTotp({ totp: ` ${await codeFor(t, user)} ` })).toMatchObject({ step: 'signedIn' })
  })

  test('is never stored in clear text, neither in the database nor in the queue', async () => {
    await startSignIn()
    const [mail] = await t.query<{ subject: string; body: null; sealed: Buffer }>(
      'select subject, body, sealed_body as sealed from mail order by id desc limit 1',
    )
    const [job] = await t.query<{ payload: string }>(`select payload::text from graphile_worker._private_jobs order by id desc limit 1`)
    const code = await codeFor(t, user)
    expect(mail?.subject).not.toContain(code)
    expect(mail?.body).toBeNull()
    expect(mail?.sealed.toString('latin1')).not.toContain(code)
    expect(job?.payload).not.toContain(code)
    const [sent] = await t.query<{ sealed: Buffer | null }>('select sealed_body as sealed from mail order by id desc limit 1')
    expect(sent?.sealed).toBeNull()
  })
})

describe('a new sign-in code', () => {
  test('[REST-007] replaces the old one and allows five new attempts', async () => {
    const visitor = await startSignIn()
    const old = await codeFor(t, user)
    for (let round = 0; round < 5; round += 1) await visitor.call.auth.updateOneTotp({ totp: wrongCode(old) }).catch(() => {})
    t.clock.advance(31 * SECOND)
    await visitor.call.auth.updateOneResendtotp()
    const totp = await codeFor(t, user)
    if (totp !== old)
      await expect(visitor.call.auth.updateOneTotp({ totp: old })).rejects.toMatchObject({ message: 'The code is incorrect.' })
    expect(await visitor.call.auth.updateOneTotp({ totp })).toMatchObject({ step: 'signedIn' })
  })

  test('is refused within 30 seconds of the last code', async () => {
    const visitor = await startSignIn()
    t.clock.advance(29 * SECOND)
    await expect(visitor.call.auth.updateOneResendtotp()).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('30 seconds'),
    })
    t.clock.advance(1 * SECOND)
    await visitor.call.auth.updateOneResendtotp()
    await expect(visitor.call.auth.updateOneResendtotp()).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('is refused after the sign-in is complete', async () => {
    const visitor = await signInWithCode(t, user)
    t.clock.advance(MINUTE)
    await expect(visitor.call.auth.updateOneResendtotp()).rejects.toMatchObject({ message: 'totp expired' })
  })
})

describe('failed sign-ins', () => {
  const fail = (visitor: Visitor, emailAddress: string) =>
    visitor.call.auth.createOneToken({ emailAddress, password: 'Wrong-Horse-7!' }).catch((error: { code: string }) => error.code)

  test('lock the account for fifteen minutes after ten attempts, even for the right password and from elsewhere', async () => {
    const visitor = t.visitor({ address: '10.1.1.1' })
    for (let round = 0; round < 10; round += 1) expect(await fail(visitor, user.emailAddress)).toBe('BAD_REQUEST')
    const right = () => t.visitor({ address: '10.1.1.2' }).call.auth.createOneToken({ emailAddress: user.emailAddress, password: PASSWORD })
    await expect(right()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    t.clock.advance(16 * MINUTE)
    expect(await right()).toMatchObject({ step: 'totp' })
  })

  test('lock the account even for a correct code, including in sign-ins that were started before the lock', async () => {
    const begun = [await startSignIn(), await startLater(), await startLater()]
    const totp = await codeFor(t, user)
    const guess = (visitor: Visitor, code: string) =>
      visitor.call.auth.updateOneTotp({ totp: code }).catch((error: { code: string }) => error.code)
    for (const visitor of begun.slice(0, 2)) for (let round = 0; round < 5; round += 1) await guess(visitor, wrongCode(totp))
    const third = begun[2] ?? begun[0]
    if (third) expect(await guess(third, totp)).toBe('TOO_MANY_REQUESTS')
  })

  test.each(['known', 'unknown'])(
    'with wrong passwords for one %s account are limited to ten, even if thirty are made concurrently',
    async (which) => {
      const visitor = t.visitor({ address: '10.1.1.4' })
      const emailAddress = which === 'known' ? user.emailAddress : 'nobody.in.parallel@mail.tst'
      const codes = await Promise.all(Array.from({ length: 30 }, () => fail(visitor, emailAddress)))
      expect(codes.filter((code) => code === 'BAD_REQUEST')).toHaveLength(10)
      expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(20)
      expect(await t.query('select from sign_in_try')).toEqual([])
    },
  )

  test('from one IP address are limited to fifty, even if sixty arrive at once for different accounts', async () => {
    const visitor = t.visitor({ address: '10.1.1.5' })
    const codes = await Promise.all(Array.from({ length: 60 }, (_, nth) => fail(visitor, `nobody.${nth}@mail.tst`)))
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(10)
  })

  test('with wrong codes are limited to ten, even if they are concurrent and spread over many sign-ins', async () => {
    const begun = []
    for (let round = 0; round < 6; round += 1) begun.push(await startLater())
    const totp = await codeFor(t, user)
    const codes = await Promise.all(
      begun.flatMap((visitor) =>
        Array.from({ length: 4 }, () =>
          visitor.call.auth.updateOneTotp({ totp: wrongCode(totp) }).catch((error: { code: string }) => error.code),
        ),
      ),
    )
    expect(codes.filter((code) => code === 'BAD_REQUEST')).toHaveLength(10)
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(14)
  })

  test('do not include sign-ins that were abandoned after the correct password', async () => {
    for (let round = 0; round < 12; round += 1) expect((await startSignIn()).token).not.toBeNull()
  })

  test('by another person leave the user’s own sign-in code valid', async () => {
    const mine = await startSignIn()
    const stranger = t.visitor({ address: '10.1.1.6' })
    for (let round = 0; round < 11; round += 1) await fail(stranger, user.emailAddress)
    expect(await mine.call.auth.updateOneTotp({ totp: await codeFor(t, user) })).toMatchObject({ step: 'signedIn' })
  })

  test('lock an account after the same number of attempts whether or not the account exists', async () => {
    const visitor = t.visitor({ address: '10.1.1.3' })
    const codes = []
    for (let round = 0; round < 11; round += 1) codes.push(await fail(visitor, 'nobody.at.all@mail.tst'))
    expect(codes.slice(9)).toEqual(['BAD_REQUEST', 'TOO_MANY_REQUESTS'])
  })

  test('lock their IP address for everybody after fifty failures, and no other address', async () => {
    await t.query(
      `insert into failed_sign_in (at, account_key, address, reason, hash)
       select $1::timestamptz, decode(md5(n::text), 'hex'), '10.2.2.2', 'password', '\\x00' from generate_series(1, 50) as n`,
      [t.clock.now()],
    )
    const from = (address: string) =>
      t.visitor({ address }).call.auth.createOneToken({ emailAddress: user.emailAddress, password: PASSWORD })
    await expect(from('10.2.2.2')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect(await from('10.2.2.3')).toMatchObject({ step: 'totp' })
  })

  test('are stored even though the call is refused, are chained by hash, and cannot be changed or deleted', async () => {
    const visitor = t.visitor({ address: '10.3.3.3' })
    await fail(visitor, user.emailAddress)
    const rows = await t.query<{ reason: string; loginId: number; hash: Buffer }>(
      `select reason, login_id::int as "loginId", hash from failed_sign_in where address = '10.3.3.3'`,
    )
    expect(rows).toMatchObject([{ reason: 'password', loginId: user.loginId }])
    expect(rows[0]?.hash).toHaveLength(32)
    await expect(t.query(`update failed_sign_in set reason = 'x'`)).rejects.toThrow('never changed')
    await expect(t.query('delete from failed_sign_in')).rejects.toThrow('never changed')
    await expect(t.query('truncate failed_sign_in')).rejects.toThrow('never changed')
  })

  test('include wrong sign-in codes', async () => {
    const visitor = await startSignIn()
    await visitor.call.auth.updateOneTotp({ totp: '000000' }).catch(() => {})
    const rows = await t.query(`select reason from failed_sign_in where login_id = $1`, [user.loginId])
    expect(rows).toEqual([{ reason: 'code' }])
  })
})

describe('the audit trail', () => {
  test('has an entry for each sign-in, written in the same transaction', async () => {
    await signInWithCode(t, user)
    const lines = await t.query<{ action: string; userId: number; detail: unknown }>(
      `select action, user_id::int as "userId", detail from audit where customer_id = $1`,
      [customer.customerId],
    )
    expect(lines).toEqual([{ action: 'session.signIn', userId: user.userId, detail: { address: expect.any(String) } }])
  })
})
