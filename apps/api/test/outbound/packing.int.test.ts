import { SAMPLE_PRODUCTS, validateEpcis } from '@seriatim/epcis'
import { expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { documentFor, importText } from '../make.ts'
import { makeShipmentKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
const products = SAMPLE_PRODUCTS.slice(0, 1)
const kit = () => makeShipmentKit(t, c)

interface Step {
  bizStep: string
  time: string
  parent: string | undefined
  text: string
}

const eventsOf = (xml: string): Step[] =>
  [...xml.matchAll(/<(?:Object|Aggregation)Event>.*?<\/(?:Object|Aggregation)Event>/gs)].map(([text]) => ({
    bizStep: /bizstep:(\w+)/.exec(text)?.[1] ?? '',
    time: /<eventTime>([^<]*)/.exec(text)?.[1] ?? '',
    parent: /<parentID>([^<]*)/.exec(text)?.[1],
    text,
  }))

/** Receives the document and sends its first pallet or case whole. */
async function sendWhole(text: string): Promise<string> {
  const { begin, scan, send, textOf, read, addReceiver } = kit()
  const upload = await importText(t, c.admin, text)
  const documentId = upload.documentId ?? 0
  await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId })
  const [top] = await t.query<{ code: string }>(
    `select coalesce(d.sscc, m.serial_number) as code from document_med d left join med m on m.customer_id = d.customer_id and m.id = d.med_id
      where d.document_id = $1 and d.is_package order by d.line limit 1`,
    [documentId],
  )
  const shipmentId = await begin(await addReceiver())
  expect((await scan(shipmentId, top?.code ?? '')).stops).toEqual([])
  await send(shipmentId)
  expect((await read(shipmentId)).gaps).toEqual([])
  const xml = (await textOf(shipmentId, 'epcis')) ?? ''
  expect(validateEpcis(new TextEncoder().encode(xml), {}).findings).toEqual([])
  return xml
}

const packings = (xml: string) =>
  eventsOf(xml)
    .filter(({ bizStep }) => bizStep === 'packing')
    .map(({ parent, time }) => `${parent} ${time}`)
    .toSorted()

test('Packing events of cases and pallets have the time that the received document states', async () => {
  const source = documentFor(c, { meds: 6, perCase: 3, casesPerPallet: 2, products })
  expect(packings(source)).toHaveLength(3)
  expect(packings(await sendWhole(source))).toEqual(packings(source))
})

test('A case whose packing event has no location is recorded as packed when the last of its packages was commissioned', async () => {
  let source = documentFor(c, { meds: 2, hierarchy: 'cases', products })
  for (const { bizStep, text } of eventsOf(source))
    if (bizStep === 'packing') source = source.replace(text, text.replace(/<(readPoint|bizLocation)>.*?<\/\1>/gs, ''))
  const commissioned = eventsOf(source).filter(({ bizStep }) => bizStep === 'commissioning')
  const last = commissioned
    .map(({ time }) => time)
    .toSorted()
    .at(-1)
  const made = eventsOf(await sendWhole(source)).find(({ bizStep }) => bizStep === 'packing')
  expect(made?.time).toBe(last)
})
