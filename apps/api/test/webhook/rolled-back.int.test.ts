import { beforeAll, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor } from '../make.ts'
import { listen } from '../v2/v2-client.ts'
import { webhookKit } from './kit.ts'
import { useReceiver } from './receiver.ts'

const t = useTestDb({ config: { publicUrl: 'https://seriatim.tst' } })
const c = useCustomer(t)
const receiver = useReceiver()
const { add } = webhookKit(t)
let base = ''
beforeAll(async () => {
  base = await listen(await t.app())
})

function withWrongEvent(text: string): string {
  const document = JSON.parse(text)
  document.epcisBody.eventList[1].eventTimeZoneOffset = 'X'
  return JSON.stringify(document)
}

async function rollBack(): Promise<void> {
  const { token } = await t.as(c.lead).intake.createOneDoor({ name: 'Northway', locationId: c.main.id, tradingPartnerId: null })
  const answer = await fetch(`${base}/epcis/capture`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/ld+json' },
    body: withWrongEvent(documentFor(c, { format: 'json' })),
  })
  expect(answer.status).toBe(202)
  await t.runJobs()
  expect(await t.query('select kind from upload where customer_id = $1 and door_id is not null', [c.customerId])).toEqual([
    { kind: 'rolledBack' },
  ])
}

test('a capture that was rolled back triggers order.refused', async () => {
  await add(c.admin, { url: receiver.url })
  // Makes new uploads start at id 5000, so that their ids differ from those of documents.
  await t.query("select setval(pg_get_serial_sequence('upload', 'id'), 5000)")
  await rollBack()
  expect(receiver.received.map(({ json }) => json.type)).toContain('order.refused')
})

test('a capture that was rolled back sends no event, even if its upload had the same id as an existing order', async () => {
  await add(c.admin, { url: receiver.url, locationId: c.branch.id })
  const order = await addOrder(c, { by: c.admin, receiver: c.branch.party })
  await t.runJobs()
  receiver.received.length = 0
  // Makes the next upload get the same id as the branch's order.
  const taken = await t.query('select id from upload where customer_id = $1 and id = $2', [c.customerId, order.id])
  expect(taken).toEqual([])
  await t.query("select setval(pg_get_serial_sequence('upload', 'id'), $1::bigint, false)", [order.id])
  await rollBack()
  expect(receiver.received.map(({ json: { type, data } }) => [type, data])).toEqual([])
})
