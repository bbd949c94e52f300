import { beforeAll, expect, test } from 'vitest'
import { useTestDb } from '../fixtures.ts'
import { documentFor, importText, newCustomer, type TestCustomer } from '../make.ts'

const t = useTestDb()
let customer: TestCustomer
beforeAll(async () => {
  customer = await newCustomer(t)
})

const sscc = (at: number) => `urn:epc:id:sscc:038888.${String(90_000 + at).padStart(11, '0')}`

/** Makes a document with a small order whose pallet is nested inside `depth` containers. A separate event packs each level into the next. */
function tower(depth: number): string {
  const text = documentFor(customer)
  const pallet = [...text.matchAll(/<parentID>([^<]+)<\/parentID>/g)].at(-1)?.[1] ?? ''
  const events = Array.from(
    { length: depth },
    (_, at) => `<AggregationEvent><eventTime>2026-01-01T10:00:00Z</eventTime><eventTimeZoneOffset>+00:00</eventTimeZoneOffset>
      <parentID>${sscc(at)}</parentID><childEPCs><epc>${at === 0 ? pallet : sscc(at - 1)}</epc></childEPCs>
      <action>ADD</action><bizStep>urn:epcglobal:cbv:bizstep:packing</bizStep></AggregationEvent>`,
  )
  return text.replace('</EventList>', `${events.join('\n')}</EventList>`)
}

test('4,000 nested containers become an order with one finding, and the pedigree of a med lists only 32 of its containers', async () => {
  const upload = await importText(t, customer.staff, tower(4000))
  expect(upload).toMatchObject({ status: 'imported', amountOfMeds: 3 })
  expect(upload.findingList.filter((finding) => finding.message.includes('nested containers'))).toHaveLength(1)
  const [med] = await t.query<{ id: number }>('select med_id::int as id from document_med where document_id = $1 and not is_package', [
    upload.documentId,
  ])
  const pedigree = await t.as(customer.staff).med.readOneById({ medId: med?.id ?? 0 })
  expect(pedigree.parents).toHaveLength(32)
  expect(pedigree.history.length).toBeLessThan(50)
  const received = await t.as(customer.staff).order.updateReceiveAllByDocumentid({ documentId: upload.documentId ?? 0 })
  expect(received).toMatchObject({ received: 3, amountNotReceived: 0 })
})
