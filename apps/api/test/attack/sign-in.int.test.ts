import { beforeEach, describe, expect, test } from 'vitest'
import { codeFor, SECOND, signInWithCode } from '../auth/steps.ts'
import { useTestDb } from '../fixtures.ts'
import type { TestUser } from '../harness.ts'
import { newCustomer, PASSWORD } from '../make.ts'
import { makeRestClient } from '../rest/client.ts'

const t = useTestDb({ poolSize: 8 })
let user: TestUser
beforeEach(async () => {
  user = (await newCustomer(t)).staff
})

describe('a token that was replaced when a code was entered or the session was refreshed', () => {
  test('can still read for a minute, but cannot change anything', async () => {
    const visitor = t.visitor()
    await visitor.call.auth.createOneToken({ emailAddress: user.emailAddress, password: PASSWORD })
    const preCode = visitor.token ?? ''
    await visitor.call.auth.updateOneTotp({ totp: await codeFor(t, user) })
    const signedIn = visitor.token ?? ''
    await visitor.call.auth.updateOneToken()
    const old = t.visitor({ token: signedIn }).call
    await old.user.readOneById()
    const change = { suspectMedEmailAddress: 'thief@mail.tst' }
    for (const call of [
      () => old.settings.updateOthersettings(change),
      () => old.auth.createOneAccessToken({ name: 'mine', days: 365, password: PASSWORD }),
      () => old.auth.deleteAllTokens(),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('renewed') })
    await expect(t.visitor({ token: preCode }).call.user.readOneById()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await visitor.call.settings.updateOthersettings({ suspectMedEmailAddress: 'own@mail.tst' })
  })

  test('is not exchanged for the new token once the new token has been used, and is never exchanged if it was issued before the code was entered', async () => {
    const visitor = t.visitor()
    await visitor.call.auth.createOneToken({ emailAddress: user.emailAddress, password: PASSWORD })
    const preCode = t.visitor({ token: visitor.token ?? '' })
    await visitor.call.auth.updateOneTotp({ totp: await codeFor(t, user) })
    const given = [preCode.token]
    await preCode.call.auth.updateOneToken()
    const old = t.visitor({ token: visitor.token ?? '' })
    given.push(old.token)
    await visitor.call.auth.updateOneToken()
    await visitor.call.user.readOneById()
    await old.call.auth.updateOneToken()
    expect([preCode.token, old.token]).toEqual(given)
  })

  test('cannot be used to upload files', async () => {
    const visitor = t.visitor({ token: await t.signIn(user) })
    const old = visitor.token ?? ''
    await visitor.call.auth.updateOneToken()
    const rest = makeRestClient(await t.app(), old)
    expect(await rest.upload('<a/>')).toMatchObject({ status: 503 })
    expect(await t.query('select from upload where created_by_id = $1', [user.userId])).toEqual([])
  })
})

describe('creating an access token', () => {
  test('requires the password; wrong passwords are recorded, and too many of them block even the right one', async () => {
    const { auth } = t.as(user)
    for (const password of ['', 'Wrong-Horse-7!'])
      await expect(auth.createOneAccessToken({ name: 'mine', days: 365, password })).rejects.toMatchObject({
        message: 'The password is incorrect.',
      })
    for (let times = 0; times < 8; times += 1)
      await expect(auth.createOneAccessToken({ name: 'mine', days: 365, password: 'x' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(auth.createOneAccessToken({ name: 'mine', days: 365, password: PASSWORD })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    })
    expect(await auth.readManyAccessTokens()).toEqual([])
    expect(await t.query(`select from audit where action = 'token.refused' and user_id = $1`, [user.userId])).toHaveLength(10)
  })
})

describe('a temporary password', () => {
  async function temporary(): Promise<string> {
    await t.anonymous().auth.createOneTemporarypassword({ emailAddress: user.emailAddress })
    await t.runJobs()
    const mail = (await t.mailbox.list(user.emailAddress)).find(({ subject }) => subject.includes('temporary password'))
    return mail?.text.match(/temporary password is (\S+)/)?.[1] ?? ''
  }
  const begin = async (password: string) => {
    const visitor = t.visitor()
    await visitor.call.auth.createOneToken({ emailAddress: user.emailAddress, password })
    return visitor
  }

  test('opens one session, however many sign-ins were started with it', async () => {
    const password = await temporary()
    const first = await begin(password)
    const firstCode = await codeFor(t, user)
    t.clock.advance(31 * SECOND)
    const second = await begin(password)
    const secondCode = await codeFor(t, user)
    const answers = await Promise.allSettled([
      first.call.auth.updateOneTotp({ totp: firstCode }),
      second.call.auth.updateOneTotp({ totp: secondCode }),
    ])
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
    const open = await t.query(`select from session where login_id = $1 and revoked_at is null and step <> 'totp'`, [user.loginId])
    expect(open).toHaveLength(1)
    await expect(begin(password)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('leads to a password change, and the regular password still opens sessions', async () => {
    const visitor = await signInWithCode(t, user, await temporary())
    expect(await visitor.call.auth.updateOneToken()).toMatchObject({ step: 'changePassword' })
    const usual = await signInWithCode(t, user)
    expect(await usual.call.auth.updateOneToken()).toMatchObject({ step: 'signedIn' })
  })
})
