import { expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder } from '../make.ts'
import { makeShipmentKit } from './kit.ts'

const t = useTestDb({ config: { browser: { executablePath: '/nowhere' } as never } }) // without a browser that prints PDFs, documents are stored as HTML
const c = useCustomer(t)

test('A letter printed after its sender was deactivated still names the sender, and shows times in the customer’s chosen format', async () => {
  const { begin, scan, calls, textOf, addReceiver } = makeShipmentKit(t, c)
  const order = await addOrder(c)
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
  await t.as(c.admin).settings.updatePaperClock({ clockHours: 12 })
  const shipmentId = await begin(await addReceiver())
  await scan(shipmentId, order.serials[0] ?? '')
  await calls().updateOneSend({ shipmentId })
  await t.as(c.admin).user.updateToggleisactive({ userId: c.lead.userId, to: false })
  await t.runJobs()
  const letter = await textOf(shipmentId, 'letter', c.admin)
  expect(letter).toMatch(/<dt>Shipped<\/dt><dd>\d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M<\/dd>/)
  expect(letter).toContain('<dt>Sent by</dt><dd>Lead Tester</dd>')
})
