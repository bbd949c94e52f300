import { beforeEach, describe, expect, test } from 'vitest'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { recordAnswer } from '../../src/domains/verification/list/record.service.ts'
import type { Target } from '../../src/domains/verification/service-call.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { answerBody, GTIN, type ServiceAnswer, toService, useServices, useSimulatorOf } from './kit.ts'

const t = useTestDb()
const customer = useCustomer(t)
const services = useServices()

beforeEach(() => {
  t.config.verificationTimeoutMs = 30_000
  t.config.allowsLocalReceivers = true
})

const calls = (by = customer.staff) => t.as(by).verification
const item = (serialNumber: string) => ({ gtin: GTIN, serialNumber, lotNumber: 'L1', expirationDate: '2028-04-30' })
const ask = (serialNumber: string) => calls().createOne({ ...item(serialNumber), locationId: customer.main.id, purpose: 'return' })
const useService = async (answer: (serialNumber: string, corrUuid: string) => ServiceAnswer) => {
  const url = await services.start(({ serialNumber, corrUuid }) => answer(serialNumber, corrUuid))
  await useSimulatorOf(t, customer.admin, toService(url))
}
async function askList(serials: readonly string[]) {
  const list = { name: 'Returns', locationId: customer.main.id, purpose: 'return' as const, items: serials.map(item) }
  const { id } = await calls().createOneList(list)
  await t.runJobs()
  return calls().readOneList({ listId: id })
}

describe('an answer with an escaped NUL', () => {
  const NUL = '{"verified":false,"verificationFailureReason":"No\\u0000match"}'

  test('is recorded', async () => {
    await useService((_, corrUuid) => answerBody(corrUuid, NUL))
    expect(await ask('N1')).toMatchObject({ answer: 'notVerified', reason: 'No\ufffdmatch', status: 200 })
  })

  test('does not keep a verification list from finishing', async () => {
    await useService((serialNumber, corrUuid) => answerBody(corrUuid, serialNumber === 'X3' ? NUL : '{"verified":true}'))
    const list = await askList(['X1', 'X2', 'X3', 'X4', 'X5', 'X6'])
    expect(list).toMatchObject({ state: 'done', counts: { verified: 5, notVerified: 1 } })
  })

  test('that the database cannot store is shown as unavailable, with a message that says why', async () => {
    await useService((_, corrUuid) => answerBody(corrUuid, '{"verified":true}'))
    const list = { name: 'Returns', locationId: customer.main.id, purpose: 'return' as const, items: [item('Y1')] }
    const { id } = await calls().createOneList(list)
    const [question] = (await calls().readMany({ listId: id })).items
    const { customerId } = customer
    const scope = { customerId, userId: null, scope: 'all', locationIds: [] } as const
    // recording an answer uses only these members of the job's context
    const job = { ...t.deps, customerId, inTx: (access, work) => withCustomer(t.deps.db, scope, access, work) } as JobContext
    const target = { setting: { driver: 'gs1' } } as Target // recording reads no other fields
    const verdict = { answer: 'verified', additionalInfo: 'a\0', responderGln: null, verifiedAt: null } as const
    await recordAnswer(job, target, question?.id ?? 0, { verdict, status: 200, body: '', corrUuid: 'a' })
    expect(await calls().readOne({ verificationId: question?.id ?? 0 })).toMatchObject({
      answer: 'unavailable',
      status: 200,
      says: 'The answer contains characters or values that cannot be stored. This says nothing about the package.',
    })
  })
})

test('an answer whose additional information is an object instead of text counts as verified with a remark', async () => {
  await useService((_, corrUuid) => answerBody(corrUuid, '{"verified":true,"additionalInfo":{"code":"Recalled"}}'))
  const answer = await ask('G1')
  expect(answer).toMatchObject({ answer: 'verified', additionalInfo: '{"code":"Recalled"}' })
  expect(answer.says).toBe('The manufacturer confirms this product identifier. The manufacturer adds: {"code":"Recalled"}.')
  expect((await calls().readMany({ result: 'remark' })).items).toHaveLength(1)
})

describe('a credential that can no longer be decrypted', () => {
  const spoilCredential = async (ofMine: (serialNumber: string, corrUuid: string) => ServiceAnswer) => {
    const url = await services.start(({ serialNumber, corrUuid }) => ofMine(serialNumber, corrUuid))
    await useSimulatorOf(t, customer.admin, { ...toService(url), credential: 'Bearer secret' })
    await t.query("update verification_setting set credential = 'garbage'::bytea where customer_id = $1", [customer.customerId])
  }
  const says = 'The stored credential cannot be read, so no manufacturer was contacted. This says nothing about the package.'

  test('leaves a question without an answer, and the question says that the stored credential cannot be read', async () => {
    const asked: string[] = []
    await spoilCredential((serialNumber, corrUuid) => {
      asked.push(serialNumber)
      return answerBody(corrUuid, '{"verified":true}')
    })
    expect(await ask('D1')).toMatchObject({ answer: 'unavailable', says })
    expect(await calls(customer.admin).createOneTest({ gtin: GTIN })).toEqual({
      isOk: false,
      text: 'The stored credential cannot be read. Enter it again.',
    })
    expect(asked).toEqual([])
  })

  test('stops a running verification list, which then gives the unreadable credential as the reason', async () => {
    await spoilCredential((_, corrUuid) => answerBody(corrUuid, '{"verified":true}'))
    const list = await askList(Array.from({ length: 6 }, (_, at) => `E${at}`))
    expect(list).toMatchObject({
      state: 'stopped',
      stopReason:
        'The stored credential cannot be read, so the remaining packages were not verified. Enter it again under Settings, then continue the list.',
    })
  })
})

describe('a verification list stops with the reason', () => {
  const items = Array.from({ length: 6 }, (_, at) => `W${at}`)

  test('that the credential wallet gave no credential', async () => {
    const url = await services.start(({ corrUuid }) => answerBody(corrUuid, '{"verified":true}'))
    await useSimulatorOf(t, customer.admin, { ...toService(url), walletUrl: 'http://127.0.0.1:9/wallet' })
    expect(await askList(items)).toMatchObject({
      state: 'stopped',
      stopReason:
        'The wallet did not provide a credential, so the remaining packages were not verified. Check the wallet, then continue the list.',
    })
  })

  test('that the service’s address is forbidden because it is on a private network', async () => {
    await useService((_, corrUuid) => answerBody(corrUuid, '{"verified":true}'))
    t.config.allowsLocalReceivers = false
    expect(await askList(items)).toMatchObject({
      state: 'stopped',
      stopReason:
        'The address of the service or of the wallet is on a private network, so the remaining packages were not verified. Correct the address under Settings, then continue the list.',
    })
  })

  test('that the service refused the credential or the GLN of the requester', async () => {
    await useService(() => ({ status: 403, body: '' }))
    expect((await askList(items)).stopReason).toMatch(/refused the credential, or does not permit you to ask/)
    await useService(() => ({ status: 401, body: '' }))
    expect((await askList(items)).stopReason).toMatch(/does not know your GLN/)
  })
})
