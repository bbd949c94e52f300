import { expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { readPages } from '../pdf-text.ts'
import { makeShipmentKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
const week = { from: '2026-05-10', to: '2026-05-16' }

/**
 * Sends a sale of two packages with a stated value and a loan of one package without a value, both on 05/13, and on 05/14 (New York time) a sale of
 * one package, which it then voids.
 */
async function shipped() {
  t.clock.set('2026-05-13T15:00:00Z')
  const { addReceiver, begin, scan, send, calls } = makeShipmentKit(t, c)
  const order = await addOrder(c, { meds: 5 })
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
  const to = await addReceiver()
  const ship = async (serials: readonly (string | undefined)[], more: Parameters<typeof begin>[1]) => {
    const shipmentId = await begin(to, more)
    for (const serial of serials) await scan(shipmentId, serial ?? '')
    await send(shipmentId)
    return shipmentId
  }
  const sale = await ship(order.serials.slice(0, 2), { valueCents: 12_345 })
  const loan = await ship([order.serials[2]], { purpose: 'loan', dueBack: '2026-06-01' })
  // 11 p.m. in New York is the next day in UTC.
  t.clock.set('2026-05-15T03:00:00Z')
  const voided = await ship([order.serials[3]], { valueCents: 900 })
  await calls().updateOneVoid({ shipmentId: voided, reason: 'Wrong store' })
  return { sale, loan, voided }
}

test('The report of shipments has counts by purpose and by day, and counts a voided shipment only as voided', async () => {
  const { sale, loan, voided } = await shipped()
  const report = await t.as(c.lead).report.readShipments(week)
  expect(report).toMatchObject({ shipments: 2, meds: 3, back: 0, valueCents: 12_345, withoutValue: 1, voided: 1 })
  expect(report.purposes).toEqual([
    { purpose: 'sale', shipments: 1, meds: 2, back: 0, valueCents: 12_345, withoutValue: 0 },
    { purpose: 'loan', shipments: 1, meds: 1, back: 0, valueCents: 0, withoutValue: 1 },
  ])
  expect(report.days).toEqual([{ day: '2026-05-13', meds: 3 }])
  expect(report.rows.map(({ id, isVoided }) => [id, isVoided])).toEqual([
    [voided, true],
    [loan, false],
    [sale, false],
  ])
  const elsewhere = await t.as(c.lead).report.readShipments({ ...week, from: '2026-05-14' })
  expect(elsewhere).toMatchObject({ shipments: 0, meds: 0, voided: 1, purposes: [], days: [] })
})

test('The report of shipments is saved as CSV and PDF with the value in dollars', async () => {
  await shipped()
  const range = { kind: 'shipments' as const, range: week }
  const { filename, text } = await t.as(c.lead).report.readOneCsv(range)
  expect(filename).toBe('shipments-2026-05-10-2026-05-16.csv')
  expect(text).toContain('123.45')
  const { base64 } = await t.as(c.lead).report.readOnePdf(range)
  const pages = (await readPages(Buffer.from(base64, 'base64'))).join(' ')
  expect(pages).toContain('By purpose')
  expect(pages).toContain('123.45')
})

test('The report of shipments shows only the locations that the person may see', async () => {
  await shipped()
  expect(await t.as(c.elsewhere).report.readShipments(week)).toMatchObject({ shipments: 0, rows: [] })
})
