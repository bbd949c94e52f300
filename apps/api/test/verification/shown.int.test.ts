import { describe, expect, test } from 'vitest'
import { withCustomer } from '../../src/db/customer-tx.ts'
import type { PartRun } from '../../src/domains/inspection/parts/part.ts'
import { verificationsFile } from '../../src/domains/inspection/parts/verifications.file.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { useSimulatorOf, useVerificationSimulator } from './kit.ts'

const t = useTestDb()
const customer = useCustomer(t)
const simulator = useVerificationSimulator(t)

const staff = () => t.as(customer.staff)

async function findMed() {
  const { serials } = await addOrder(customer)
  const [med] = await t.query<{ id: number }>('select id::int from med where customer_id = $1 and serial_number = $2', [
    customer.customerId,
    serials[0],
  ])
  return { medId: med?.id ?? 0, serialNumber: serials[0] ?? '' }
}

describe('the answer of a manufacturer', () => {
  test('appears in the package’s history, which names the simulator if the simulator gave the answer', async () => {
    const { medId } = await findMed()
    await useSimulatorOf(t, customer.admin)
    await staff().verification.createOne({ medId, purpose: 'return' })
    await staff().verification.createOneManual({
      medId,
      purpose: 'suspect',
      askedWhom: 'Quality at Ormsby',
      channel: 'phone',
      answer: 'notVerified',
      reason: 'Never assigned',
    })
    const { history } = await staff().med.readOneById({ medId })
    expect(history.filter(({ verificationId }) => verificationId)).toMatchObject([
      {
        what: 'Not verified by the manufacturer',
        kind: 'stop',
        detail: 'Asked by Staff Tester. Contact: Quality at Ormsby. Reason: Never assigned',
      },
      { what: 'Verified by the simulator', kind: 'note' },
    ])
  })

  test('prefills the event notes of Form 3911, but a simulator’s answer does not', async () => {
    const { medId, serialNumber } = await findMed()
    const { holdId } = await staff().med.createOneHold({ target: { medId }, reason: 'The seal is broken' })
    const { investigationId } = await staff().investigation.createOne({ holdIds: [holdId], reason: 'The label is printed badly' })
    await useSimulatorOf(t, customer.admin)
    await staff().verification.createOne({ medId, purpose: 'suspect' })
    await useSimulatorOf(t, customer.admin, { driver: 'gs1', baseUrl: simulator.current().url, requesterGln: '0614141000005' })
    t.config.allowsLocalReceivers = true
    simulator.current().switches.isDown = true
    await staff().verification.createOne({ medId, purpose: 'suspect' })
    const ended = { investigationId, conclusion: 'It is a counterfeit.' }
    await staff().investigation.createOneFinding({ investigationId, kind: 'history', foundOn: '2026-01-02', words: 'Never shipped.' })
    const { draftId } = await staff().investigation.updateIllegitimate(ended)
    const [draft] = await t.query<{ form: { eventNotes: string } }>('select form from incident_draft where id = $1', [draftId])
    const lines = draft?.form.eventNotes.split('\n').filter((line) => line.includes('verification of'))
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`verification of ${serialNumber}: The manufacturer's service is down. This says nothing about the package.`),
      ),
    ])
  })

  test('is in Form 3911 if it caused the investigation, but not if it came after the investigation ended', async () => {
    const { medId } = await findMed()
    const manual = { medId, purpose: 'return', askedWhom: 'Quality at Ormsby', channel: 'phone', answer: 'notVerified' } as const
    await staff().verification.createOneManual({ ...manual, reason: 'Never assigned' })
    t.clock.advance(86_400_000)
    const { holdId } = await staff().med.createOneHold({ target: { medId }, reason: 'The manufacturer does not know it' })
    const { investigationId } = await staff().investigation.createOne({ holdIds: [holdId], reason: 'Not verified' })
    t.clock.advance(60_000)
    await staff().verification.createOneManual({ ...manual, reason: 'Assigned to another product' })
    t.clock.advance(60_000)
    const noted = { investigationId, kind: 'history', foundOn: '2026-01-02', words: 'Never shipped.' } as const
    await staff().investigation.createOneFinding(noted)
    const { draftId } = await staff().investigation.updateIllegitimate({ investigationId, conclusion: 'It is a counterfeit.' })
    await t.query('delete from incident_draft where id = $1', [draftId])
    t.clock.advance(60_000)
    await staff().verification.createOneManual({ ...manual, reason: 'Asked too late' })
    const again = await staff().investigation.createOneReport({ investigationId })
    const [draft] = await t.query<{ form: { eventNotes: string } }>('select form from incident_draft where id = $1', [again.draftId])
    const notes = draft?.form.eventNotes ?? ''
    expect(notes).toMatch(/Never assigned.*Assigned to another product/s)
    expect(notes).not.toContain('Asked too late')
  })

  test('is listed in the inspection pack with an explanation and the evidence', async () => {
    const { medId, serialNumber } = await findMed()
    await useSimulatorOf(t, customer.admin)
    await staff().verification.createOne({ medId, purpose: 'return' })
    const scope = { customerId: customer.customerId, userId: null, scope: 'all', locationIds: [] } as const
    const at = t.clock.now().getTime()
    const run = {
      selection: { from: new Date(at - 86_400_000), to: new Date(at + 86_400_000), timeZone: 'UTC' },
      read: (work) => withCustomer(t.deps.db, scope, 'read only', work),
    } as PartRun // `verificationsFile` reads no other fields of a run
    const { name, content } = verificationsFile(run)
    let text = ''
    for await (const part of content as AsyncIterable<string>) text += part // a CSV file's content comes as strings
    expect(name).toBe('06-holds/verifications.csv')
    expect(text).toMatch(
      new RegExp(`${serialNumber}.*Saleable return.*the simulator.*Verified,"The manufacturer confirms this product identifier\\..*,200,`),
    )
  })
})
