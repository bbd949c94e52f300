import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../src/core/day.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { PASSWORD } from '../make.ts'
import { appCode, MINUTE, signInWithCode } from './steps.ts'

const t = useTestDb()
const customer = useCustomer(t)
beforeEach(() => {
  // Moves the shared clock two hours ahead before each test, so that whatever the previous test did is two hours old.
  t.clock.advance(2 * 60 * MINUTE)
})

/** Simulates a machine whose clock was a day ahead for a while. */
async function tomorrow(work: () => Promise<unknown>): Promise<void> {
  t.clock.advance(DAY_MS)
  await work()
  t.clock.advance(-DAY_MS)
}
const begin = (address: string, password = PASSWORD) => {
  const visitor = t.visitor({ address })
  return visitor.call.auth.createOneToken({ emailAddress: customer.staff.emailAddress, password })
}

describe('a clock that was ahead and has been set back', () => {
  test('does not block requests for sign-in codes', async () => {
    await tomorrow(() => begin('10.9.0.1'))
    const visitor = await signInWithCode(t, customer.staff)
    expect(await visitor.call.user.readOneById()).toMatchObject({ emailAddress: customer.staff.emailAddress })
    expect(await t.mailbox.list(customer.staff.emailAddress)).toHaveLength(2)
  })

  test('does not extend the lock of a locked-out account', async () => {
    await tomorrow(async () => {
      for (let n = 0; n < t.config.lockAttemptsAccount; n += 1) await begin('10.9.0.2', 'Wrong-Horse-7!').catch(() => undefined)
      await expect(begin('10.9.0.3')).rejects.toMatchObject({ message: expect.stringContaining('Wait') })
    })
    await begin('10.9.0.4')
  })

  test('does not block requests for temporary passwords', async () => {
    const ask = async () => {
      await t.anonymous({ address: '10.9.0.5' }).auth.createOneTemporarypassword({ emailAddress: customer.staff.emailAddress })
      await t.runJobs()
    }
    await tomorrow(ask)
    await ask()
    expect(await t.mailbox.list(customer.staff.emailAddress)).toHaveLength(2)
  })

  test('does not block codes of an authenticator app', async () => {
    const { secret } = await t.as(customer.lead).auth.createOneApp({ password: PASSWORD })
    await t.as(customer.lead).auth.updateOneApp({ totp: appCode(t, secret) })
    const signIn = async () => {
      const visitor = t.visitor({ address: '10.9.0.6' })
      await visitor.call.auth.createOneToken({ emailAddress: customer.lead.emailAddress, password: PASSWORD })
      await visitor.call.auth.updateOneTotp({ totp: appCode(t, secret, 1) })
    }
    await tomorrow(signIn)
    await signIn()
  })
})
