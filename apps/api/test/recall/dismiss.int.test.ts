import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, type TestOrder } from '../make.ts'
import { readPages } from '../pdf-text.ts'
import { countNamed, load, makeRecord, ownProducts, readRecallId } from './recalls.ts'

const t = useTestDb()
const customer = useCustomer(t)
let order: TestOrder
let recallId: number
let number: string
let record: ReturnType<typeof makeRecord>
beforeEach(async () => {
  const products = ownProducts()
  order = await addOrder(customer, { meds: 24, products })
  record = makeRecord({ product_description: `Bottle, NDC ${products[0]?.ndc}`, code_info: `Lot ${products[0]?.lot}` })
  await load(t, [record])
  recallId = await readRecallId(t, record)
  number = String(record.recall_number)
})

const staff = () => t.as(customer.staff).recall
const entries = () => staff().readAllActiverecallsByRecallid({ recallId })
const count = () => countNamed(t, customer.staff)
const first = async () => {
  const [entry] = await entries()
  if (!entry) throw new Error('The recall names nothing.')
  return entry
}
const lines = () =>
  t.query<{ action: string; detail: Record<string, unknown> }>(
    `select action, detail from audit where customer_id = $1 and action like 'recall.%' and action not in ('recall.match', 'recall.tell') order by id`,
    [customer.customerId],
  )

describe('a dismissal', () => {
  test('[RECALL-041] [RECALL-047] accepts empty notes, is excluded from counts, and is in the trail', async () => {
    const { id: epcisEventId } = await first()
    expect(await count()).toBe(6)
    expect(await staff().createOneDismissedrecall({ recallId, epcisEventId })).toMatchObject({ isDismissed: true, notes: '', epcisEventId })
    expect(await count()).toBe(0)
    expect((await first()).dismissedRecall).toMatchObject({ isDismissed: true, dismissedBy: { firstName: 'Staff' } })
    expect(await lines()).toMatchObject([{ action: 'recall.dismiss', detail: { epcisEventId, location: 'Main' } }])
  })

  test('[RECALL-050] is undone by the toggle call, and restored by a second toggle call', async () => {
    const { id: epcisEventId } = await first()
    const { id: dismissedRecallId } = await staff().createOneDismissedrecall({ recallId, epcisEventId, notes: 'gone back', returned: 6 })
    expect(await staff().updateOneToggledismissedrecall({ dismissedRecallId })).toMatchObject({ isDismissed: false, notes: 'gone back' })
    expect(await count()).toBe(6)
    expect(await staff().updateOneToggledismissedrecall({ dismissedRecallId })).toMatchObject({ isDismissed: true, returned: 6 })
    expect(await count()).toBe(0)
    expect((await lines()).map(({ action }) => action)).toEqual(['recall.dismiss', 'recall.undismiss', 'recall.dismiss'])
  })

  test('can be undone twice: the second undo changes nothing, and the trail says so', async () => {
    const { id: epcisEventId } = await first()
    const { id: dismissedRecallId } = await staff().createOneDismissedrecall({ recallId, epcisEventId })
    const undo = () => staff().updateOneToggledismissedrecall({ dismissedRecallId, isDismissed: false })
    expect(await undo()).toMatchObject({ isDismissed: false })
    expect(await undo()).toMatchObject({ isDismissed: false })
    expect((await lines()).map(({ action, detail }) => [action, detail.wasSo])).toEqual([
      ['recall.dismiss', undefined],
      ['recall.undismiss', undefined],
      ['recall.undismiss', true],
    ])
  })

  test('records the counts, and refuses counts above the number of packages', async () => {
    const { id: epcisEventId } = await first()
    const done = { quarantined: 1, returned: 3, destroyed: 1, dispensed: 0 }
    await expect(staff().createOneDismissedrecall({ recallId, epcisEventId, ...done, dispensed: 2 })).rejects.toThrow(
      /more packages than there are/,
    )
    expect(await staff().createOneDismissedrecall({ recallId, epcisEventId, ...done })).toMatchObject({ ...done, amount: 6 })
  })

  test('that two people record at the same time is stored once, and the second person sees what the first recorded', async () => {
    const { id: epcisEventId } = await first()
    const said = { recallId, epcisEventId, returned: 4, notes: 'Return 5521' }
    const both = await Promise.allSettled([
      staff().createOneDismissedrecall(said),
      t.as(customer.lead).recall.createOneDismissedrecall({ recallId, epcisEventId, noneOnHand: true }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const kept = (await first()).dismissedRecall
    const isStaff = both[0]?.status === 'fulfilled'
    const words = isStaff
      ? 'Staff Tester already dismissed this lot on .*: 4 returned. Return 5521. '
      : 'Lead Tester already dismissed this lot on .*: None on hand. '
    const refused = both.find((one) => one.status === 'rejected')
    expect(refused?.reason.message).toMatch(new RegExp(`^${words}To change that, undo the dismissal first.$`))
    expect(refused?.reason.cause).toMatchObject({
      key: 'recall_dismissed',
      facts: { dismissal: { id: kept?.id, returned: isStaff ? 4 : null } },
    })
    expect(kept).toMatchObject({ noneOnHand: !isStaff, dismissedBy: { firstName: isStaff ? 'Staff' : 'Lead' } })
    expect(await lines()).toHaveLength(1)
  })

  test('that is repeated with the same values is recorded once', async () => {
    const { id: epcisEventId } = await first()
    const said = { recallId, epcisEventId, returned: 4, notes: 'Return 5521' }
    const { id } = await staff().createOneDismissedrecall(said)
    expect(await staff().createOneDismissedrecall(said)).toMatchObject({ id, returned: 4 })
    expect(await lines()).toHaveLength(1)
  })

  test('[RECALL-041] accepts notes of any length', async () => {
    const { id: epcisEventId } = await first()
    const notes = 'Called the firm. '.repeat(2000).trim()
    expect(await staff().createOneDismissedrecall({ recallId, epcisEventId, notes })).toMatchObject({ notes })
  })

  test('is refused if it states both “none on hand” and a quantity', async () => {
    const { id: epcisEventId } = await first()
    await expect(staff().createOneDismissedrecall({ recallId, epcisEventId, noneOnHand: true, returned: 2 })).rejects.toThrow(
      'Choose either "None on hand" or quantities, not both.',
    )
    expect(await staff().createOneDismissedrecall({ recallId, epcisEventId, noneOnHand: true, returned: 0 })).toMatchObject({
      noneOnHand: true,
    })
  })

  test('is refused if the request has the id of another recall, or if the user cannot access the location', async () => {
    const { id: epcisEventId } = await first()
    await expect(staff().createOneDismissedrecall({ recallId: recallId + 1, epcisEventId })).rejects.toThrow(/no such recall/)
    await expect(t.as(customer.elsewhere).recall.createOneDismissedrecall({ recallId, epcisEventId })).rejects.toThrow(/no such recall/)
  })
})

describe('the list of recalls', () => {
  test('shows which recalls are new, seen and handled', async () => {
    const state = async (show: 'open' | 'done' | 'all') =>
      (await staff().readManyHome({ show })).items.find(({ id }) => id === recallId)?.state
    expect(await state('open')).toBe('new')
    await staff().updateOneSeen({ recallId })
    expect(await state('open')).toBe('seen')
    await staff().createOneDismissedrecall({ recallId, epcisEventId: (await first()).id })
    expect(await state('open')).toBeUndefined()
    expect(await state('done')).toBe('done')
    expect(await state('all')).toBe('done')
  })

  test('marks a recall as new for each person until that person opens it, and as handled for everybody once anybody has handled it', async () => {
    const state = async (user = customer.staff) =>
      (await t.as(user).recall.readManyHome({ show: 'all' })).items.find(({ id }) => id === recallId)?.state
    await staff().updateOneSeen({ recallId })
    expect([await state(), await state(customer.lead)]).toEqual(['seen', 'new'])
    await t.as(customer.lead).recall.updateOneSeen({ recallId })
    expect(await state(customer.lead)).toBe('seen')
    await staff().createOneDismissedrecall({ recallId, epcisEventId: (await first()).id })
    expect([await state(), await state(customer.admin)]).toEqual(['done', 'done'])
  })

  test('puts a recall that the FDA has ended below the others, and does not count it', async () => {
    const products = ownProducts()
    await addOrder(customer, { meds: 4, products })
    const of = (at: number, changes: object) =>
      makeRecord({ product_description: `Bottle, NDC ${products[at]?.ndc}`, code_info: `Lot ${products[at]?.lot}`, ...changes })
    const ended = of(0, { classification: 'Class I', status: 'Terminated' })
    const completed = of(1, { classification: 'Class III', status: 'Completed' })
    await load(t, [ended, completed])
    expect(await staff().readOneActiverecalledmedcountByUserid()).toEqual({ count: 0, recalls: 0 })
    expect(await count()).toBe(7)
    const { items } = await staff().readManyHome({})
    expect(items.map(({ id, isEnded, affectedMedCount }) => [id, isEnded, affectedMedCount])).toEqual([
      [recallId, false, 6],
      [await readRecallId(t, completed), false, 1],
      [await readRecallId(t, ended), true, 1],
    ])
  })

  test('is sorted by class, then by date, and paged', async () => {
    const products = ownProducts()
    await addOrder(customer, { meds: 4, products })
    const of = (at: number, classification: string, report_date: string) =>
      makeRecord({
        product_description: `Bottle, NDC ${products[at]?.ndc}`,
        code_info: `Lot ${products[at]?.lot}`,
        classification,
        report_date,
      })
    const records = [of(0, 'Class III', '20260930'), of(1, 'Class I', '20260901'), of(2, 'Class II', '20260901')]
    await load(t, records, { asOf: '2026-10-01' })
    const [third, one, second] = await Promise.all(records.map((record) => readRecallId(t, record)))
    const pages = []
    for (let cursor: string | undefined; ; ) {
      const page = await staff().readManyHome({ show: 'open', limit: 1, ...(cursor ? { cursor } : {}) })
      pages.push(...page.items.map(({ id }) => id))
      if (!page.nextCursor) break
      cursor = page.nextCursor
    }
    expect(pages).toEqual([one, recallId, second, third])
  })
})

describe('quarantining a lot', () => {
  test('creates one hold for the lot, counts its meds, and leaves earlier holds as they are', async () => {
    const entry = await first()
    const medId = entry.epcisSgtins[0]?.medId ?? 0
    await t.as(customer.staff).med.createOneHold({ target: { medId }, reason: 'torn seal' })
    expect(await staff().updateOneHold({ recallId, epcisEventIds: [entry.id] })).toEqual({ holds: 1, meds: 5 })
    expect(await first()).toMatchObject({ amountOnHold: 6 })
    expect((await staff().readManyHome({})).items.find(({ id }) => id === recallId)).toMatchObject({ amountOnHold: 6 })
    expect(await t.as(customer.staff).order.readOneById({ documentId: order.id })).toMatchObject({ amountHeld: 6 })
    const holds = await t.as(customer.staff).med.readManyHolds({})
    expect(holds.items[0]).toMatchObject({ kind: 'lot', label: 'lot MF26A', meds: 5, reason: expect.stringContaining(number) })
    await staff().createOneDismissedrecall({ recallId, epcisEventId: entry.id })
    const done = (await staff().readManyHome({ show: 'all' })).items.find(({ id }) => id === recallId)
    expect(done).toMatchObject({ affectedMedCount: 0, amountOnHold: 0 })
    expect(await staff().updateOneHold({ recallId, epcisEventIds: [entry.id] })).toEqual({ holds: 0, meds: 0 })
    await t.as(customer.lead).med.updateReleaseHold({ holdId: holds.items[0]?.id ?? 0, reason: 'it was another lot' })
    expect(await first()).toMatchObject({ amountOnHold: 1 })
  })
})

describe('packages pending a ticket’s data', () => {
  test('are counted separately, and are also quarantined when the recall quarantines their lot', async () => {
    const entry = await first()
    const item = { serialNumber: entry.epcisSgtins[0]?.serialNumber ?? '' }
    const tickets = t.as(customer.staff).documentException
    const ticket = await tickets.createOneTicket({ documentId: order.id, kind: 'damage', items: [item] })
    await tickets.createOneHold({ documentExceptionId: ticket.documentExceptionId })
    expect(await first()).toMatchObject({
      amountOnHold: 0,
      amountPending: 1,
      epcisSgtins: expect.arrayContaining([expect.objectContaining({ isPending: true, isOnHold: false })]),
    })
    expect(await staff().readManyAffected({ recallId })).toMatchObject({
      onHold: 0,
      pending: 1,
      items: [{ amountOnHold: 0, amountPending: 1 }],
    })
    const row = (await staff().readManyHome({})).items.find(({ id }) => id === recallId)
    expect(row).toMatchObject({ amountOnHold: 0, amountPending: 1 })
    // Closing the ticket may release the ticket's holds, but not those placed for the recall.
    expect(await staff().updateOneHold({ recallId, epcisEventIds: [entry.id] })).toEqual({ holds: 1, meds: 6 })
    await tickets.createOneStatus({ documentExceptionId: ticket.documentExceptionId, status: 'CLOSED' }).catch(() => undefined)
    expect(await first()).toMatchObject({ amountOnHold: 6, amountPending: 0 })
  })
})

describe('the files of a recall', () => {
  test('list every affected package as CSV, for the recall or for one lot', async () => {
    const entry = await first()
    const { text, filename } = await staff().readOneCsv({ recallId, epcisEventId: entry.id })
    expect(filename).toMatch(/^recall-D-\d+.*\.csv$/)
    expect(text.trim().split('\r\n')).toHaveLength(7)
    expect(text).toContain(entry.epcisSgtins[5]?.serialNumber)
  })

  test('include the lot’s dismissal and its author in the CSV; a lot that a later version of the recall drops stays in the CSV and the report', async () => {
    const { id: epcisEventId } = await first()
    const { id: dismissedRecallId } = await staff().createOneDismissedrecall({
      recallId,
      epcisEventId,
      returned: 4,
      destroyed: 2,
      notes: 'Return 5521',
    })
    const cells = async () => (await staff().readOneCsv({ recallId })).text.split('\r\n').map((line) => line.split(',').slice(14).join(','))
    const [head, row] = await cells()
    expect(head).toMatch(/^State,None on hand,Lot quarantined,Lot returned,Lot destroyed,Lot dispensed,Notes,Dismissed by,Dismissed/)
    expect(row).toMatch(/^Dismissed,,,4,2,,Return 5521,Staff Tester,\d{4}-\d\d-\d\d$/)
    await load(t, [{ ...record, code_info: 'Lot GONE-1' }], { asOf: '2026-10-01' })
    expect(await entries()).toEqual([])
    expect((await cells())[1]).toMatch(/^Dismissed; no longer named by the recall,,,4,2,/)
    const report = () => t.as(customer.staff).report.readRecalls({ from: '2026-01-01', to: '2026-12-31' })
    expect(await report()).toMatchObject({
      lots: 1,
      packages: 6,
      open: 0,
      rows: [{ done: '4 returned, 2 destroyed. Return 5521. No longer named by the recall' }],
    })
    await t.query('update dismissed_recall set is_dismissed = false where id = $1', [dismissedRecallId])
    expect(await report()).toMatchObject({ open: 0, rows: [{ done: 'No longer named by the recall', hours: null }] })
    expect((await cells())[1]).toMatch(/^No longer named by the recall,,,,,,,,$/)
  })

  test('use the reader’s date format in the CSV', async () => {
    const entry = await first()
    t.clock.set(new Date('2026-11-20T03:30:00Z'))
    await t.as(customer.staff).order.updateReceiveManyBySerialnumber({
      documentId: order.id,
      serialNumber: entry.epcisSgtins[0]?.serialNumber ?? '',
      knownRecallIds: [recallId],
      recallReason: 'checked',
    })
    const { text } = await staff().readOneCsv({ recallId })
    const [head = ''] = text.split('\r\n')
    const [, zone = ''] = /Received \(([^)]+)\)/.exec(head) ?? []
    expect(zone).toMatch(/^America\//)
    expect(head).toContain(`Shipment sent (${zone})`)
    expect(text).toContain(',2026-11-19,')
    expect(text).not.toContain(',2026-11-20,')
  })

  test('include a response form that counts the received packages still on hand, and separately the packages that were only shipped', async () => {
    const entry = await first()
    for (const at of [0, 1, 2, 3])
      await t.as(customer.staff).order.updateReceiveManyBySerialnumber({
        documentId: order.id,
        serialNumber: entry.epcisSgtins[at]?.serialNumber ?? '',
        knownRecallIds: [recallId],
        recallReason: 'checked',
      })
    await staff().createOneDismissedrecall({ recallId, epcisEventId: entry.id, returned: 1 })
    const { base64 } = await staff().readOneResponse({ recallId })
    const text = (await readPages(Buffer.from(base64, 'base64'))).join(' ').replace(/\s+/g, ' ')
    expect(text).toContain('Shipped to us, not received')
    // Columns: on hand, not received, quarantined, returned, destroyed.
    expect(text).toMatch(/MF26A .*?3 2 0 1 0/)
    const report = await t.as(customer.staff).report.readRecalls({ from: '2026-01-01', to: '2026-12-31' })
    expect(report).toMatchObject({ packages: 6, received: 4, rows: [{ amount: 6, received: 4 }] })
  })

  test('include a response form that omits undone decisions and states whether lots are still being compared or are only possible matches', async () => {
    const { id: epcisEventId } = await first()
    const { id: dismissedRecallId } = await staff().createOneDismissedrecall({ recallId, epcisEventId, notes: 'Return 5521', returned: 4 })
    await staff().updateOneToggledismissedrecall({ dismissedRecallId })
    const formText = async () => {
      const { base64 } = await staff().readOneResponse({ recallId })
      return (await readPages(Buffer.from(base64, 'base64'))).join(' ').replace(/\s+/g, ' ')
    }
    const undone = await formText()
    expect(undone).not.toContain('Return 5521')
    expect(undone).toMatch(/MF26A .*?0 6 0 0 0/)
    await t.query(`update recall_match set confidence = 'possible' where customer_id = $1`, [customer.customerId])
    expect(await formText()).toContain('may also name one lot')
    await staff().createOneDismissedrecall({ recallId, epcisEventId })
    const clear = await formText()
    expect(clear).not.toContain('still checking')
    expect(clear).toContain('None of the recalled packages reached')
    await t.query('update stock_lot set is_matched = false where customer_id = $1', [customer.customerId])
    const waiting = await formText()
    expect(waiting).not.toContain('None of the recalled packages reached')
    expect(waiting).toContain('still being compared')
  })

  test('include the response form for the recalling firm as PDF, with stock and actions of each location', async () => {
    const { id: epcisEventId } = await first()
    await staff().createOneDismissedrecall({ recallId, epcisEventId, notes: 'Return 5521', returned: 4, destroyed: 1 })
    const { base64, filename } = await staff().readOneResponse({ recallId })
    expect(filename).toMatch(/^recall-response-D-/)
    const text = (await readPages(Buffer.from(base64, 'base64'))).join(' ')
    for (const words of [number, 'Alderbrook Pharma, Inc.', 'Corner Pharmacy', 'Main', 'MF26A', 'Return 5521', 'Quarantined', 'Signature'])
      expect(text).toContain(words)
  })
})

describe('the report of a period', () => {
  const day = () => t.clock.now().toISOString().slice(0, 10)
  const range = (changes: object = {}) => ({ from: '2026-01-01', to: day() > '2026-12-31' ? day() : '2026-12-31', ...changes })

  test('shows what was done and how long it took, on screen, as CSV and as PDF', async () => {
    const { report } = t.as(customer.staff)
    expect(await report.readRecalls(range())).toMatchObject({
      recalls: 1,
      packages: 6,
      open: 1,
      medianHours: null,
      rows: [{ done: null, amount: 6 }],
    })
    t.clock.advance(5 * 3_600_000)
    await staff().createOneDismissedrecall({ recallId, epcisEventId: (await first()).id, notes: 'Return 5521', returned: 6 })
    const said = {
      open: 0,
      medianHours: 5,
      rows: [{ done: '6 returned. Return 5521', by: 'Staff Tester', hours: 5, recallNumbers: [number] }],
    }
    expect(await report.readRecalls(range())).toMatchObject(said)
    expect(await report.readRecalls(range({ customerLocationId: customer.branch.id }))).toMatchObject({ lots: 0 })
    expect(await report.readRecalls({ from: '2026-01-01', to: '2026-01-02' })).toMatchObject({ lots: 0 })
    const { text } = await report.readOneCsv({ kind: 'recalls', range: range() })
    expect(text).toContain('6 returned. Return 5521')
    const { base64 } = await report.readOnePdf({ kind: 'recalls', range: range() })
    // A long number wraps inside its cell.
    expect((await readPages(Buffer.from(base64, 'base64'))).join('').replaceAll(' ', '')).toContain(number)
  })

  test('is refused without the subscription', async () => {
    await t.query(`update subscription set is_active = false where customer_id = $1 and product like 'nrac%'`, [customer.customerId])
    await expect(t.as(customer.staff).report.readRecalls(range())).rejects.toThrow(/not part of your subscription/)
    await expect(t.as(customer.staff).report.readOneCsv({ kind: 'recalls', range: range() })).rejects.toThrow(
      /not part of your subscription/,
    )
  })
})
