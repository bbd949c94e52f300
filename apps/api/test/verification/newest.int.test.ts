import type { ManualVerification } from '@seriatim/schema'
import { describe, expect, test } from 'vitest'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { listNewestAnswers } from '../../src/domains/verification/verification.joins.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { useSimulatorOf, useVerificationSimulator } from './kit.ts'

const t = useTestDb()
const customer = useCustomer(t)
useVerificationSimulator(t)

const calls = () => t.as(customer.staff).verification
const LATER_MS = 60_000

async function findMed(): Promise<number> {
  const { serials } = await addOrder(customer)
  const [med] = await t.query<{ id: number }>('select id::int from med where customer_id = $1 and serial_number = $2', [
    customer.customerId,
    serials[0],
  ])
  return med?.id ?? 0
}
async function record(medId: number, answered: Pick<ManualVerification, 'answer'> & Partial<ManualVerification>) {
  await calls().createOneManual({ medId, purpose: 'return', askedWhom: 'Quality at Ormsby', channel: 'phone', ...answered })
  t.clock.advance(LATER_MS)
}
async function askSimulator(medId: number) {
  await useSimulatorOf(t, customer.admin)
  await calls().createOne({ medId, purpose: 'return' })
  t.clock.advance(LATER_MS)
}
const readNewest = (medId: number) =>
  withCustomer(t.deps.db, { customerId: customer.customerId, userId: null, scope: 'all', locationIds: [] }, 'read only', (tx) =>
    listNewestAnswers(tx, [medId]),
  )

describe('the answer that a return shows for a package', () => {
  test('is the manufacturer’s newest, even if a later question was not answered', async () => {
    const medId = await findMed()
    await record(medId, { answer: 'verified' })
    await record(medId, { answer: 'notVerified', reason: 'No such serial number' })
    await record(medId, { answer: 'unavailable' })
    expect(await readNewest(medId)).toMatchObject([{ medId, answer: 'notVerified' }])
  })

  test('still shows a recall that came with an earlier answer', async () => {
    const medId = await findMed()
    await record(medId, { answer: 'verified', additionalInfo: 'Recalled' })
    await record(medId, { answer: 'unavailable' })
    expect(await readNewest(medId)).toMatchObject([{ answer: 'verified', additionalInfo: 'Recalled' }])
  })

  test('is never a simulator’s answer if the manufacturer was asked, even if the manufacturer gave no result', async () => {
    const medId = await findMed()
    await record(medId, { answer: 'notVerified', reason: 'No such serial number' })
    await askSimulator(medId)
    expect(await readNewest(medId)).toMatchObject([{ answer: 'notVerified', driver: 'manual' }])
    const unanswered = await findMed()
    await record(unanswered, { answer: 'unavailable' })
    await askSimulator(unanswered)
    expect(await readNewest(unanswered)).toMatchObject([{ answer: 'unavailable', driver: 'manual' }])
  })

  test('comes from a simulator if only a simulator was asked', async () => {
    const medId = await findMed()
    await askSimulator(medId)
    expect(await readNewest(medId)).toMatchObject([{ answer: 'verified', driver: 'simulator' }])
  })
})
