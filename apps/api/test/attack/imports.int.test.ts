import { SAMPLE_PRODUCTS } from '@seriatim/epcis'
import { expect, test } from 'vitest'
import { makeRows } from '../csv-text.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, importText } from '../make.ts'

const t = useTestDb()
const customer = useCustomer(t)

test('an order of 8,000 different products is imported', async () => {
  const [product] = SAMPLE_PRODUCTS
  if (!product) throw new Error('There is no sample product.')
  const products = Array.from({ length: 8000 }, (_, at) => ({ ...product, ndc: `8801-${String(at).padStart(4, '0')}-60` }))
  const text = documentFor(customer, { products, meds: 8000, hierarchy: 'units' })
  expect(await importText(t, customer.staff, text)).toMatchObject({ status: 'imported', amountOfMeds: 8000 })
})

test('a ten-kilobyte document number is truncated and reported as a finding, but documents are still compared by the full number', async () => {
  const number = Array.from({ length: 1500 }, (_, at) => (at * 7919).toString(36))
    .join('')
    .padEnd(10_000, 'x')
  const upload = await importText(t, customer.staff, documentFor(customer, { instanceIdentifier: number }))
  expect(upload).toMatchObject({ status: 'imported', amountOfMeds: 3 })
  expect(upload.findingList).toMatchObject([
    { type: 'HeaderDocumentIdentificationInstanceIdentifierError', severity: 'warn', message: expect.stringContaining('10000 characters') },
  ])
  const [row] = await t.query<{ kept: string }>('select instance_identifier as kept from epcis_document where id = $1', [upload.documentId])
  expect(row?.kept).toHaveLength(200)
  expect(await importText(t, customer.staff, documentFor(customer, { instanceIdentifier: number }))).toMatchObject({ status: 'differs' })
  const other = documentFor(customer, { instanceIdentifier: `${number.slice(0, 9999)}y` })
  expect(await importText(t, customer.staff, other)).toMatchObject({ status: 'imported' })
})

test('a 50-kilobyte word in a header does not create an equally long finding', async () => {
  const text = documentFor(customer).replace(/(<sbdh:Type>)[^<]*/, `$1${'x'.repeat(50_000)}`)
  const upload = await importText(t, customer.staff, text)
  expect(upload).toMatchObject({ status: 'imported' })
  expect(JSON.stringify(upload).length).toBeLessThan(10_000)
})

test('the CSV of an order’s table shows for each of 5,000 meds whether it is on hold, even if every second one is', async () => {
  const { id } = await addOrder(customer, { meds: 5000, perCase: 20 })
  const [hold] = await t.query<{ id: number }>(
    `insert into hold (customer_id, location_id, kind, label, meds, reason, placed_at, placed_by_id)
     values ($1, $2, 'order', 'x', 2500, 'x', now(), $3) returning id::int as id`,
    [customer.customerId, customer.main.id, customer.staff.userId],
  )
  await t.query(
    `insert into hold_med (customer_id, hold_id, med_id) select customer_id, $3, med_id from (
       select customer_id, med_id, row_number() over (order by line) as n from document_med
       where customer_id = $1 and document_id = $2 and not is_package) as every where n % 2 = 0`,
    [customer.customerId, id, hold?.id],
  )
  const { text } = await t.as(customer.staff).order.readOneCsv({ documentId: id })
  const [heads = [], ...rows] = makeRows(text)
  const at = heads.indexOf('On hold')
  expect(rows).toHaveLength(5000)
  expect(rows.map((row) => row[at])).toEqual(rows.map((_, nth) => (nth % 2 === 1 ? 'yes' : 'no')))
})
