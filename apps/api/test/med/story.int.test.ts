import { ndcFromGtin } from '@seriatim/gs1'
import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { makeSteps } from '../incident-report/steps.ts'
import { addOrder, type TestOrder } from '../make.ts'

const t = useTestDb()
const customer = useCustomer(t)
let order: TestOrder
let medId: number
beforeEach(async () => {
  order = await addOrder(customer, { meds: 4, perCase: 2, purchaseOrder: 'PO-7' })
  medId = await readId(order.serials[0] ?? '')
})

const readId = async (serialNumber: string) =>
  (await t.as(customer.staff).med.readManyBySearch({ serialNumber })).items.find((row) => row.serialNumber === serialNumber)?.id ?? 0
const later = () => t.clock.set(new Date(t.clock.now().getTime() + 60_000))
const storyOf = async (id = medId) =>
  (await t.as(customer.staff).med.readOneById({ medId: id })).history
    .filter(({ kind }) => kind !== 'event' && kind !== 'handover')
    .map(({ what, detail }) => `${what} | ${detail}`)

describe('the history of a med', () => {
  test('includes a receipt, its undo with the reason, holds and releases, each with the person', async () => {
    const { id: documentId } = order
    const [serialNumber = ''] = order.serials
    const { receiptId } = await t.as(customer.staff).order.updateReceiveManyBySerialnumber({ documentId, serialNumber, how: 'scan' })
    later()
    await t.as(customer.lead).order.updateUndoReceipt({ documentId, receiptId: receiptId ?? 0, reason: 'It was the wrong bottle.' })
    later()
    const { holdId } = await t.as(customer.colleague).med.createOneHold({ target: { medId }, reason: 'torn seal' })
    later()
    await t.as(customer.lead).med.updateReleaseHold({ holdId, reason: 'the maker confirmed it' })
    expect(await storyOf()).toEqual([
      'Released from hold | By Lead Tester. Reason: the maker confirmed it',
      'Put on hold | By Colleague Tester. Reason: torn seal',
      'Receipt undone | By Lead Tester. PO PO-7. Reason: It was the wrong bottle',
      'Received | Scanned by Staff Tester. PO PO-7',
    ])
    expect(await storyOf(await readId(order.serials[1] ?? ''))).toEqual([])
  })

  test('includes the label’s values and the reason if the label differed from the file', async () => {
    const { id: documentId } = order
    const [serialNumber = ''] = order.serials
    const { lotNumber, expirationDate } = (await t.as(customer.staff).med.readOneById({ medId })).med
    const said = { lotNumber: 'ZZ99', expirationDate: '2025-03', reason: 'the maker confirmed a misprint' }
    await t.as(customer.staff).order.updateReceiveManyBySerialnumber({ documentId, serialNumber, how: 'scan', ...said })
    expect(await storyOf()).toEqual([
      `Received | Scanned by Staff Tester. PO PO-7. The label said lot ZZ99, the file says ${lotNumber}. The label said it expires 03/2025, the file says ${expirationDate}. Reason: the maker confirmed a misprint`,
    ])
    expect(await storyOf(await readId(order.serials[1] ?? ''))).toEqual([])
  })

  test('includes emails, attachments and corrections of its order', async () => {
    const { id: documentId } = order
    await t.as(customer.staff).med.emailOne({ medId, to: 'qa@partner.tst' })
    later()
    await makeSteps(() => ({ t, customer, order })).send({ ndc: '' })
    later()
    await t.as(customer.lead).order.updateCloseOne({ documentId, reason: 'two never came' })
    later()
    await t.as(customer.lead).order.updateReopenOne({ documentId, reason: 'they came after all' })
    later()
    await t.as(customer.lead).order.updateVoidOne({ documentId, reason: 'sent to the wrong pharmacy' })
    expect(await storyOf()).toEqual([
      'Order voided: PO PO-7 | By Lead Tester. Reason: sent to the wrong pharmacy',
      'Order reopened: PO PO-7 | By Lead Tester. Reason: they came after all',
      'Order closed short: PO PO-7 | By Lead Tester. Reason: two never came',
      'Incident reported: initial notification | By Staff Tester. No incident number yet',
      expect.stringMatching(/^Pedigree (sent|on its way) by email \| To qa@partner.tst, by Staff Tester$/),
    ])
    const { history } = await t.as(customer.staff).med.readOneById({ medId })
    expect(history.filter(({ incidentId }) => incidentId !== undefined)).toMatchObject([
      { what: 'Incident reported: initial notification' },
    ])
  })

  test('includes reports about its own product, but not about another product with the same serial number', async () => {
    const { gtin } = (await t.as(customer.staff).med.readOneById({ medId })).med
    const { send } = makeSteps(() => ({ t, customer, order }))
    await send({ ndc: '5555-4444-33' })
    expect(await storyOf()).toEqual([])
    later()
    await send({ ndc: ndcFromGtin(gtin ?? '') ?? '' })
    await send({ ndc: '' })
    expect(await storyOf()).toHaveLength(2)
  })

  test('lists, for a case, the receipts of the packages in the case, with counts', async () => {
    const other = await addOrder(customer, { meds: 8, perCase: 2, purchaseOrder: 'PO-8' })
    const [box] = await t.query<{ id: number }>(
      'select m.id::int from document_med d join med m on m.id = d.med_id where d.document_id = $1 and d.is_package order by d.line limit 1',
      [other.id],
    )
    await t.as(customer.staff).order.updateReceiveAllByDocumentid({ documentId: other.id })
    expect(await storyOf(box?.id)).toEqual(['Received | With the whole order by Staff Tester. 2 packages from this container. PO PO-8'])
  })
})
