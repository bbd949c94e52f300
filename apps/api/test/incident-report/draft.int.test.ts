import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, type TestOrder } from '../make.ts'
import { makeSteps } from './steps.ts'

const t = useTestDb()
const customer = useCustomer(t, { name: 'Corner Pharmacy' })
let order: TestOrder
beforeEach(async () => {
  order = await addOrder(customer)
})
const { calls, input, keep } = makeSteps(() => ({ t, customer, order }))
const lead = (facts: { timeZone?: string } = {}) => t.as(customer.lead, facts).incidentReport
const trail = async () =>
  (
    await t.query<{ action: string; by: number }>(
      `select action, user_id::int as by from audit where subject = 'incident' and customer_id = $1 order by id`,
      [customer.customerId],
    )
  ).map(({ action, by }) => [action, by === customer.staff.userId ? 'staff' : 'lead'])

describe('a draft', () => {
  test('saves any input, keeps the time of the determination, and disappears when the report is sent', async () => {
    const { draftId, determinedAt, updatedAt } = await calls().saveOneDraft(input({ nameOfProduct: '' }))
    expect(determinedAt).toBe('2026-11-01T21:20:00.000Z')
    const draft = { id: draftId, since: updatedAt }
    const { updatedAt: since } = await calls().saveOneDraft({ ...input({ lotNumber: 'NEW' }), draft })
    expect(await calls().readManyDrafts()).toMatchObject([{ id: draftId, form: { lotNumber: 'NEW' } }])
    const given = { ...input(), draft: { id: draftId, since } }
    const { bufferData, seal } = await calls().createOne(given)
    await calls().createSend({ ...given, bufferData, seal })
    expect(await calls().readManyDrafts()).toEqual([])
    await expect(calls().saveOneDraft(given)).rejects.toMatchObject({ message: /sent or deleted/ })
  })

  test('saves values that are typed but not valid yet', async () => {
    const asTyped = { productFoundDate: '13/45/20', search: '10K7M3' }
    await calls().saveOneDraft({ ...input({ productFoundDate: '' }), asTyped })
    expect(await calls().readManyDrafts()).toMatchObject([{ asTyped, form: { productFoundDate: '' }, determinedAt: null }])
    await calls().saveOneDraft(input())
    expect((await calls().readManyDrafts()).map((draft) => draft.asTyped)).toContainEqual({})
  })

  test('is recorded in the trail when it is started or dropped, and at most once an hour while other people edit it', async () => {
    let draft = await keep()
    t.clock.advance(1000)
    const write = async (who: typeof calls) => {
      const { draftId, updatedAt } = await who().saveOneDraft({ ...input({ lotNumber: String(Math.random()) }), draft })
      draft = { id: draftId, since: updatedAt }
      t.clock.advance(60_000)
    }
    await write(calls)
    await write(lead)
    await write(lead)
    await write(calls)
    t.clock.advance(3_600_000)
    await write(lead)
    await lead().deleteOneDraft({ draftId: draft.id })
    expect(await trail()).toEqual([
      ['incident.draft', 'staff'],
      ['incident.draftChange', 'lead'],
      ['incident.draftChange', 'lead'],
      ['incident.draftDrop', 'lead'],
    ])
    const { items } = await t.as(customer).audit.readManyBySearch({ kind: 'incident' })
    expect(items.map((line) => line.what)).toContain('Incident draft deleted')
  })
})

describe('two people on one draft', () => {
  test('do not overwrite each other, and see who saved the draft and when', async () => {
    const draft = await keep({ lotNumber: 'A' })
    await t.as(customer.admin).settings.updatePaperClock({ clockHours: 12 })
    t.clock.advance(60_000)
    await lead().saveOneDraft({ ...input({ lotNumber: 'B' }), draft })
    await expect(calls().saveOneDraft({ ...input({ lotNumber: 'C' }), draft })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^\S+ \S+ changed this draft on [\d/]{10} \d\d?:\d\d [AP]M\. Nothing was overwritten\.$/),
      cause: { key: 'incident_draft_changed', facts: { by: { firstName: expect.any(String) }, at: t.clock.now().toISOString() } },
    })
    expect(await calls().readManyDrafts()).toMatchObject([{ form: { lotNumber: 'B' } }])
  })

  test('cannot send the draft without having seen its latest version', async () => {
    const draft = await keep()
    const given = { ...input(), draft }
    const { bufferData, seal } = await calls().createOne(given)
    t.clock.advance(60_000)
    await lead().saveOneDraft({ ...input({ lotNumber: 'B' }), draft })
    await expect(calls().createSend({ ...given, bufferData, seal })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await calls().readManyDrafts()).toMatchObject([{ form: { lotNumber: 'B' } }])
    expect(await calls().readCountByUser()).toEqual({ count: 0 })
  })

  test('can repeat a save whose response was lost, but only in the browser window that made the save', async () => {
    const { draftId, updatedAt } = await calls().saveOneDraft({ ...input(), page: 'first' })
    const draft = { id: draftId, since: updatedAt }
    t.clock.advance(60_000)
    await calls().saveOneDraft({ ...input({ lotNumber: 'lost answer' }), draft, page: 'first' })
    await calls().saveOneDraft({ ...input({ lotNumber: 'tried again' }), draft, page: 'first' })
    await expect(calls().saveOneDraft({ ...input(), draft, page: 'second' })).rejects.toMatchObject({ message: /in another window/ })
  })
})

describe('the date and time of the determination', () => {
  const newYork = { timeZone: 'America/New_York' }
  const losAngeles = { timeZone: 'America/Los_Angeles' }

  test('keep the time zone in which they were entered, no matter who saves or sends the draft', async () => {
    const begun = await calls(newYork).saveOneDraft(input())
    t.clock.advance(1000)
    const kept = await lead(losAngeles).saveOneDraft({ ...input({ lotNumber: 'B' }), draft: { id: begun.draftId, since: begun.updatedAt } })
    expect(kept.determinedAt).toBe(begun.determinedAt)
    expect(await calls().readManyDrafts()).toMatchObject([{ timeZone: 'America/New_York' }])
    const given = { ...input({ lotNumber: 'B' }), draft: { id: kept.draftId, since: kept.updatedAt } }
    const { bufferData, seal } = await lead(losAngeles).createOne(given)
    const { id } = await lead(losAngeles).createSend({ ...given, bufferData, seal })
    expect(await calls().readOneById({ incidentId: id })).toMatchObject({ determinedAt: '2026-11-01T21:20:00.000Z' })
  })

  test('keep their original time zone when somebody in another time zone saves a copy of the draft', async () => {
    const { draftId } = await calls(newYork).saveOneDraft(input())
    expect(await lead(losAngeles).saveOneDraft({ ...input({ lotNumber: 'B' }), copyOf: draftId })).toMatchObject({
      determinedAt: '2026-11-01T21:20:00.000Z',
    })
    expect((await calls().readManyDrafts()).map((draft) => draft.timeZone)).toEqual(['America/New_York', 'America/New_York'])
  })

  test('switch to the time zone of the person who changes the date or the time', async () => {
    const begun = await calls(newYork).saveOneDraft(input())
    const draft = { id: begun.draftId, since: begun.updatedAt }
    const kept = await lead(losAngeles).saveOneDraft({ ...input({ productFoundTime: '15:00' }), draft })
    expect(kept.determinedAt).toBe('2026-11-01T23:00:00.000Z')
  })

  test('are refused if they are in the future, even on the same day, except for a few minutes ahead', async () => {
    t.clock.set('2026-11-02T07:36:00Z') // 02:36 in New York
    const at = (productFoundTime: string) => calls(newYork).createOne(input({ productFoundDate: '2026-11-02', productFoundTime }))
    await expect(at('23:59')).rejects.toMatchObject({ message: /in the future/, cause: { facts: { field: 'productFoundTime' } } })
    expect(await at('02:38')).toMatchObject({ seal: expect.any(String) })
  })

  test('are accepted if they are in the past in the time zone of the person who entered them', async () => {
    t.clock.set('2026-11-02T05:30:00Z')
    const begun = await calls(newYork).saveOneDraft(input({ productFoundDate: '2026-11-02', productFoundTime: '00:30' }))
    const given = { ...input({ productFoundDate: '2026-11-02', productFoundTime: '00:30' }) }
    await expect(lead(losAngeles).createOne(given)).rejects.toMatchObject({ message: /in the future/ })
    const draft = { id: begun.draftId, since: begun.updatedAt }
    expect(await lead(losAngeles).createOne({ ...given, draft })).toMatchObject({ seal: expect.any(String) })
  })
})
