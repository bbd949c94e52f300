import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { networkOf } from '../../src/core/network.ts'
import { openSignInGate } from '../../src/domains/auth/sign-in/sign-in-gate.ts'
import { useTestDb } from '../fixtures.ts'
import { openTestDb } from '../harness.ts'
import { newCustomer, type TestCustomer } from '../make.ts'
import { type Live, listen } from './live.ts'

const t = useTestDb({ config: { signInLanes: 2, signInsOfNetwork: 12, lockAttemptsAddress: 1000 } })
let live: Live
let customer: TestCustomer
beforeAll(async () => {
  customer = await newCustomer(t)
  live = await listen(await t.app())
})

describe('many wrong passwords at once', () => {
  test('do not delay a signed-in user, and attempts beyond the limit are refused with a message', async () => {
    const cookie = `seriatim=${await t.signIn(customer.staff)}`
    // The first sign-ins wait for the locked table of attempts, as they would for slow hashing, so this machine's speed doesn't matter.
    const blocker = new pg.Client({ connectionString: t.ownerUrl })
    await blocker.connect()
    await blocker.query('begin; lock table sign_in_try in access exclusive mode')
    const wrong = (nth: number) =>
      live.post('/trpc/auth.createOneToken', { json: { emailAddress: `nobody.${nth}@mail.tst`, password: 'x' } })
    const flood = Array.from({ length: 80 }, (_, nth) => wrong(nth))
    // While twelve sign-ins wait, the 68 without a slot are refused.
    const refused: Response[] = []
    await new Promise<void>((resolve) => {
      for (const call of flood)
        void call.then((answer) => {
          if (answer.status === 429 && refused.push(answer) === 68) resolve()
        })
    })
    expect(refused[0]?.headers.get('retry-after')).toBe('5')
    expect(await refused[0]?.json()).toMatchObject({ error: { json: { data: { key: 'sign_in_busy' } } } })
    for (const _ of Array.from({ length: 20 })) expect((await live.get('/trpc/user.readOneById', { cookie })).status).toBe(200)
    await blocker.query('commit')
    await blocker.end()
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(12)
    expect(statuses.filter((status) => status === 429)).toHaveLength(68)
  })
})

describe('the limit on concurrent sign-ins', () => {
  const limits = { signInLanes: 1, signInsWaiting: 3, signInsOfNetwork: 2 }
  const work = () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    return { run: () => promise, end: resolve }
  }
  const busy = { key: 'sign_in_busy' }

  test('admits a limited number from one network without blocking other networks', async () => {
    const gate = openSignInGate(limits)
    const first = work()
    const taken = [gate.run('2001:db8::1', first.run), gate.run('2001:db8::ffff:1', async () => 'second')]
    await expect(gate.run('2001:db8:0:0:1234::9', async () => 'third')).rejects.toMatchObject(busy)
    taken.push(gate.run('2001:db8:0:1::1', async () => 'of another network'))
    first.end('first')
    expect(await Promise.all(taken)).toEqual(['first', 'second', 'of another network'])
    expect(await gate.run('2001:db8::1', async () => 'again')).toBe('again')
  })

  test('refuses a sign-in when too many are waiting, and frees the slot of one that fails', async () => {
    const gate = openSignInGate(limits)
    const first = work()
    const running = gate.run('10.0.0.1', first.run)
    await Promise.resolve()
    const waiting = [2, 3, 4].map((nth) =>
      gate.run(`10.0.0.${nth}`, async () => {
        throw new Error(`${nth} failed`)
      }),
    )
    await expect(gate.run('10.0.0.9', async () => '')).rejects.toMatchObject(busy)
    first.end('done')
    expect(await running).toBe('done')
    expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await gate.run('10.0.0.9', async () => 'in')).toBe('in')
  })
})

describe('an IP address in the rate limits', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:DB8:1:2::', '2001:db8:1:2::'],
    ['fe80::1%eth0', 'fe80::'],
    ['::1', '::'],
    ['unknown', 'unknown'],
  ])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network))

  test('shares one attempt count with all addresses of its network', async () => {
    const narrow = await openTestDb({ config: { lockAttemptsAddress: 3 } })
    const guess = (nth: number) =>
      narrow
        .anonymous({ address: `2001:db8:7:7::${nth.toString(16)}` })
        .auth.createOneToken({ emailAddress: `nobody.${nth}@mail.tst`, password: 'x' })
        .catch((error: { cause: { key: string } }) => error.cause.key)
    const keys = []
    for (const nth of [1, 2, 3, 4]) keys.push(await guess(nth))
    expect(keys).toEqual(['sign_in_failed', 'sign_in_failed', 'sign_in_failed', 'sign_in_locked'])
    await narrow.close()
  })
})
