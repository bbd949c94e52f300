import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { answerBody, GTIN, toService, useServices, useSimulatorOf, useVerificationSimulator } from './kit.ts'

const t = useTestDb()
const customer = useCustomer(t)
const simulator = useVerificationSimulator(t)
const services = useServices()

beforeEach(() => {
  t.config.allowsLocalReceivers = true
})

const calls = (by = customer.staff) => t.as(by).verification
const item = (serialNumber: string) => ({ gtin: GTIN, serialNumber, lotNumber: 'L1', expirationDate: '2028-04-30' })
const create = async (serials: readonly string[]) =>
  (await calls().createOneList({ name: 'Returns', locationId: customer.main.id, purpose: 'return', items: serials.map(item) })).id
const read = (listId: number) => calls().readOneList({ listId })
const countByDriver = (listId: number) =>
  t.query('select driver, answer, count(*)::int as n from verification where list_id = $1 and is_current group by 1, 2 order by 1, 2', [
    listId,
  ])

describe('a verification list whose service changed after it began', () => {
  test('records who answered each line if the list is continued with the simulator', async () => {
    let left = 4
    const url = await services.start(({ corrUuid }) => {
      left -= 1
      return left < 0 ? { status: 403, body: 'expired' } : answerBody(corrUuid, '{"verified":true}')
    })
    await useSimulatorOf(t, customer.admin, toService(url))
    const id = await create(Array.from({ length: 20 }, (_, at) => `M${at}`))
    await t.runJobs()
    expect((await read(id)).state).toBe('stopped')
    await useSimulatorOf(t, customer.admin, { contexts: { return: 'newText', suspect: null, exception: null, status: null } })
    t.clock.advance(60_000)
    await t.as(customer.admin).verification.updateOneListRetry({ listId: id })
    await t.runJobs()
    expect(await countByDriver(id)).toEqual([
      { driver: 'gs1', answer: 'verified', n: 4 },
      { driver: 'simulator', answer: 'verified', n: 16 },
    ])
    const { items } = await calls().readMany({ listId: id })
    expect(new Set(items.map(({ driver, context, askedBy }) => `${driver} ${context} ${askedBy}`))).toEqual(
      new Set(['gs1 dscsaSaleableReturn Staff Tester', 'simulator newText Admin Tester']),
    )
  })

  test('stops before it asks a manufacturer, and asks through the new service once a person continues the list', async () => {
    await useSimulatorOf(t, customer.admin)
    const id = await create(['SW1', 'SW2-NMS'])
    const asked: string[] = []
    const url = await services.start(({ corrUuid, serialNumber }) => {
      asked.push(serialNumber)
      return answerBody(corrUuid, '{"verified":true}')
    })
    await useSimulatorOf(t, customer.admin, toService(url))
    const before = simulator.current().calls.length
    await t.runJobs()
    expect(await read(id)).toMatchObject({
      state: 'stopped',
      stopReason:
        'The verification settings changed after this list began, so the remaining packages were not verified. Continue the list to use the new settings.',
      counts: { waiting: 2 },
    })
    expect([asked.length, simulator.current().calls.length - before]).toEqual([0, 0])
    await calls().updateOneListRetry({ listId: id })
    await t.runJobs()
    expect(asked.sort()).toEqual(['SW1', 'SW2-NMS'])
    expect(await countByDriver(id)).toEqual([{ driver: 'gs1', answer: 'verified', n: 2 }])
  })
})
