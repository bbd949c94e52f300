import { beforeEach, describe, expect, test } from 'vitest'
import { toDay } from '../../src/core/day.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, type TestOrder } from '../make.ts'
import { readPages } from '../pdf-text.ts'

const t = useTestDb()
const customer = useCustomer(t)
let order: TestOrder
let holdId: number
beforeEach(async () => {
  order = await addOrder(customer, { meds: 3 })
  holdId = await hold(0)
})

const staff = () => t.as(customer.staff)
const lead = () => t.as(customer.lead)
const calls = () => staff().investigation

async function findMed(at: number): Promise<number> {
  const [med] = await t.query<{ id: number }>('select id::int from med where customer_id = $1 and serial_number = $2', [
    customer.customerId,
    order.serials[at],
  ])
  return med?.id ?? 0
}

async function hold(at: number): Promise<number> {
  return (await staff().med.createOneHold({ target: { medId: await findMed(at) }, reason: 'The seal is broken' })).holdId
}

async function open(...more: number[]): Promise<number> {
  return (await calls().createOne({ holdIds: [holdId, ...more], reason: 'The label is printed badly' })).investigationId
}

/** The pharmacy's current day, which differs from the UTC day during the night. */
const today = () => toDay(t.clock.now(), 'America/New_York')

async function find(investigationId: number, words = 'The supplier confirms the serial number.'): Promise<void> {
  await calls().createOneFinding({ investigationId, kind: 'history', foundOn: today(), words })
}

const conclusion = 'The supplier reprinted the label.'
const holdsOf = async (at: number) => (await staff().med.readManyHolds({ medId: await findMed(at) })).items

describe('an investigation', () => {
  test('records who opened it, when and why, and for which packages, and keeps each finding with its day and author', async () => {
    const investigationId = await open(await hold(1))
    await find(investigationId)
    await calls().createOneFinding({ investigationId, kind: 'partner', foundOn: '2026-01-02', words: 'Called the wholesaler.' })
    expect(await calls().readOneById({ investigationId })).toMatchObject({
      locationName: 'Main',
      reason: 'The label is printed badly',
      openedAt: t.clock.now().toISOString(),
      openedBy: { firstName: 'Staff' },
      outcome: null,
      packages: 2,
      holds: [
        { holdId, label: order.serials[0], state: 'held' },
        { label: order.serials[1], state: 'held' },
      ],
      findings: [
        { kind: 'partner', foundOn: '2026-01-02', words: 'Called the wholesaler.', createdBy: { firstName: 'Staff' } },
        { kind: 'history', foundOn: today() },
      ],
      mayWrite: true,
      mayClear: false,
    })
    expect(await calls().readManySearch({ state: 'open' })).toMatchObject({ items: [{ id: investigationId, findings: 2 }] })
    expect((await calls().readManySearch({ state: 'ended' })).items).toEqual([])
  })

  test('quarantines its product, so that nobody can release it, dispose of it or investigate it again', async () => {
    const investigationId = await open()
    const refused = { code: 'CONFLICT', message: `This product is part of investigation ${investigationId}. End the investigation first.` }
    await expect(lead().med.updateReleaseHold({ holdId, reason: 'fine' })).rejects.toMatchObject(refused)
    await expect(lead().med.updateDisposedHold({ holdId, how: 'destroyed', reason: 'burned' })).rejects.toMatchObject(refused)
    await expect(calls().createOne({ holdIds: [holdId], reason: 'again' })).rejects.toMatchObject(refused)
    expect(await lead().med.readManyHolds({ medId: await findMed(0) })).toMatchObject({
      items: [{ mayRelease: false, mayDispose: false, investigationId, isInvestigated: true }],
    })
  })

  test('is created only once when two people open it for the same product at the same time', async () => {
    const both = await Promise.allSettled([open(), open()])
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('can be given more quarantined packages of its location while it is open', async () => {
    const investigationId = await open()
    await calls().createManyHolds({ investigationId, holdIds: [await hold(1)] })
    expect((await calls().readOneById({ investigationId })).holds).toHaveLength(2)
    const branch = await addOrder(customer, { by: customer.admin, receiver: customer.branch.party })
    const there = await t.as(customer.admin).med.createOneHold({ target: { documentId: branch.id }, reason: 'wet' })
    await expect(t.as(customer.admin).investigation.createManyHolds({ investigationId, holdIds: [there.holdId] })).rejects.toMatchObject({
      message: /different locations/,
    })
  })

  test('refuses a finding dated tomorrow, and names the field', async () => {
    const investigationId = await open()
    await expect(calls().createOneFinding({ investigationId, kind: 'other', foundOn: '2099-01-01', words: 'later' })).rejects.toMatchObject(
      { code: 'BAD_REQUEST', cause: { facts: { field: 'foundOn' } } },
    )
  })

  test('cannot end without a finding', async () => {
    const investigationId = await open()
    await expect(lead().investigation.updateCleared({ investigationId, conclusion })).rejects.toMatchObject({
      message: /at least one finding/,
    })
    await expect(calls().updateIllegitimate({ investigationId, conclusion })).rejects.toMatchObject({ message: /at least one finding/ })
  })
})

describe('cleared product', () => {
  test('is released by a person with permission to release, with the conclusion as the reason', async () => {
    const investigationId = await open(await hold(1))
    await find(investigationId)
    await expect(calls().updateCleared({ investigationId, conclusion })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await lead().investigation.updateCleared({ investigationId, conclusion })
    for (const at of [0, 1])
      expect(await holdsOf(at)).toMatchObject([
        { releasedBy: { firstName: 'Lead' }, releaseReason: `Investigation ${investigationId} cleared: ${conclusion}` },
      ])
    expect(await calls().readOneById({ investigationId })).toMatchObject({
      outcome: 'cleared',
      conclusion,
      endedBy: { firstName: 'Lead' },
      holds: [{ state: 'released' }, { state: 'released' }],
    })
    await expect(find(investigationId)).rejects.toMatchObject({ message: /has ended/ })
    await expect(calls().createOneReport({ investigationId })).rejects.toMatchObject({ message: /found illegitimate/ })
  })
})

describe('illegitimate product', () => {
  test('stays on hold, and a draft of Form 3911 is created with all known data and the time at which the 24-hour period began', async () => {
    const investigationId = await open(await hold(1))
    await find(investigationId, 'The supplier never shipped it.')
    const { draftId } = await calls().updateIllegitimate({ investigationId, conclusion: 'It is a counterfeit.' })
    expect(await holdsOf(0)).toMatchObject([{ releasedAt: null, isInvestigated: false, investigationId }])
    const drafts = await staff().incidentReport.readManyDrafts()
    const draft = drafts.find((one) => one.id === draftId)
    expect(draft).toMatchObject({ locationId: customer.main.id, determinedAt: expect.any(String) })
    expect(draft?.form).toMatchObject({
      reportType: 'INITIAL',
      classification: '',
      serialNumber: [order.serials[0], order.serials[1]].sort().join(', '),
      quantity: '2 packages',
      companyName: customer.name,
      contactEmail: customer.staff.emailAddress,
    })
    expect(draft?.form.nameOfProduct).not.toBe('')
    expect(draft?.form.lotNumber).not.toBe('')
    expect(draft?.form.eventNotes).toContain('The supplier never shipped it.')
    expect(draft?.form.eventNotes).toContain('It is a counterfeit.')
    expect(Math.abs(Date.parse(draft?.determinedAt ?? '') - t.clock.now().getTime())).toBeLessThan(60_000)
  })

  test('gets a new draft of its report if the first was deleted, and the sent report is linked to the investigation', async () => {
    const investigationId = await open()
    await find(investigationId)
    const first = await calls().updateIllegitimate({ investigationId, conclusion })
    expect(await calls().createOneReport({ investigationId })).toEqual(first)
    await staff().incidentReport.deleteOneDraft({ draftId: first.draftId })
    const { draftId } = await calls().createOneReport({ investigationId })
    const draft = (await staff().incidentReport.readManyDrafts()).find((one) => one.id === draftId)
    if (!draft) throw new Error('There is no draft.')
    const input = {
      locationId: customer.main.id,
      draft: { id: draftId, since: draft.updatedAt },
      jsonData: { ...draft.form, classification: 'COUNTERFEIT' as const, nameOfProduct: 'Amoxicillin' },
    }
    const { pdfSha256, seal } = await staff().incidentReport.createOne(input)
    const sent = await staff().incidentReport.createSend({ ...input, pdfSha256, seal })
    expect(await staff().incidentReport.readOneById({ incidentId: sent.id })).toMatchObject({ investigationId })
    expect(await calls().readOneById({ investigationId })).toMatchObject({ report: { incidentId: sent.id, draftId: null } })
    await expect(calls().createOneReport({ investigationId })).rejects.toMatchObject({ message: /reported already/ })
  })

  test('can be disposed of by a person who may release holds, and its hold is permanent', async () => {
    const investigationId = await open()
    await find(investigationId)
    await calls().updateIllegitimate({ investigationId, conclusion })
    const gone = { holdId, how: 'destroyed', reason: 'Burned by the reverse distributor' } as const
    await expect(staff().med.updateDisposedHold(gone)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await lead().med.updateDisposedHold(gone)
    expect(await holdsOf(0)).toMatchObject([
      { disposal: 'destroyed', disposedBy: { firstName: 'Lead' }, mayRelease: false, mayDispose: false },
    ])
    await expect(lead().med.updateReleaseHold({ holdId, reason: 'fine' })).rejects.toMatchObject({ message: /was disposed of/ })
    expect((await staff().med.readManyHolds({})).items).toEqual([])
    const received = await staff().order.updateReceiveManyBySerialnumber({ documentId: order.id, serialNumber: order.serials[0] ?? '' })
    expect(received).toMatchObject({ received: 0, held: [order.serials[0]] })
  })
})

test('an investigation appears in the history of each package, in the trail, and in a PDF', async () => {
  const investigationId = await open()
  await find(investigationId, 'The supplier never shipped it.')
  await calls().updateIllegitimate({ investigationId, conclusion: 'It is a counterfeit.' })
  const medId = await findMed(0)
  const { history } = await staff().med.readOneById({ medId })
  expect(history.filter((one) => one.investigationId === investigationId).map(({ what, detail }) => [what, detail])).toEqual([
    [`Found illegitimate by investigation ${investigationId}`, 'By Staff Tester. 1 finding. It is a counterfeit'],
    [`Investigation ${investigationId} opened`, 'By Staff Tester. Suspected: The label is printed badly'],
  ])
  const { items } = await t.as(customer).audit.readManyBySearch({ kind: 'investigation' })
  expect(items.map(({ what }) => what)).toEqual(['Investigation ended: illegitimate', 'Finding recorded', 'Investigation opened'])
  const { base64 } = await calls().readOnePdf({ investigationId })
  const text = (await readPages(Buffer.from(base64, 'base64'))).join(' ')
  for (const words of [
    'The label is printed badly',
    'The supplier never shipped it.',
    'It is a counterfeit.',
    order.serials[0] ?? '-',
    'Illegitimate',
  ])
    expect(text).toContain(words)
})

test('[ROLE-008] an investigation can be neither seen nor changed from another location', async () => {
  const investigationId = await open()
  const elsewhere = t.as(customer.elsewhere).investigation
  expect((await elsewhere.readManySearch({})).items).toEqual([])
  await expect(elsewhere.readOneById({ investigationId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(elsewhere.createOneFinding({ investigationId, kind: 'other', foundOn: today(), words: 'mine' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
