import { expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { makeShipmentKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)

test('Open loans are listed by due date, page after page', async () => {
  const { begin, scan, send, calls, addReceiver } = makeShipmentKit(t, c)
  const { id: documentId, serials } = await addOrder(c, { meds: 4 })
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId })
  const to = await addReceiver()
  const byDay = new Map<string, number[]>()
  for (const [at, dueBack] of ['2027-03-01', '2027-01-31', '2027-02-01', '2027-01-31'].entries()) {
    const shipmentId = await begin(to, { purpose: 'loan', dueBack })
    await scan(shipmentId, serials[at] ?? '')
    await send(shipmentId)
    byDay.set(dueBack, [...(byDay.get(dueBack) ?? []), shipmentId])
  }
  const first = await calls().readMany({ view: 'loans', limit: 3 })
  const second = await calls().readMany({ view: 'loans', limit: 3, cursor: first.nextCursor ?? undefined })
  const expected = [...byDay].toSorted(([one], [other]) => one.localeCompare(other)).flatMap(([, ids]) => ids)
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(expected)
})
