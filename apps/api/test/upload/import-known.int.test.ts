import { checkDigit } from '@seriatim/gs1'
import { describe, expect, test } from 'vitest'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, importText, mark, register } from '../make.ts'

const t = useTestDb()
const customer = useCustomer(t)

const meds = () => t.query('select id from med where customer_id = $1', [customer.customerId])

describe('a known med', () => {
  test('that was typed in keeps its id and typed values, and the document fills in the blanks', async () => {
    const text = documentFor(customer, { meds: 4 })
    const gtin = `0038801050060${checkDigit('0038801050060')}`
    const serial = text.match(/urn:epc:id:sgtin:038801\.0050060\.([A-Z0-9]+)/)?.[1] ?? ''
    const [typed] = await t.query<{ id: number }>(
      `insert into med (customer_id, location_id, gtin, serial_number, lot_number, is_epcis_generated, created_at, created_by_id, dated_at)
       values ($1, $2, $3, $4, 'TYPED', false, now(), $5, now()) returning id::int`,
      [customer.customerId, customer.main.id, gtin, serial, customer.staff.userId],
    )
    expect(await importText(t, customer.staff, text)).toMatchObject({ status: 'imported' })
    const rows = await t.query(
      'select id::int, lot_number as lot, expiration_date is not null as dated, is_epcis_generated as imported from med where customer_id = $1 and serial_number = $2',
      [customer.customerId, serial],
    )
    expect(rows).toEqual([{ id: typed?.id, lot: 'TYPED', dated: true, imported: true }])
  })

  test('that a user types in during the import of a file that lists it is kept as one record', async () => {
    const text = documentFor(customer, { meds: 4 })
    const serial = text.match(/urn:epc:id:sgtin:038801\.0050060\.([A-Z0-9]+)/)?.[1] ?? ''
    const uploadId = await register(t, customer.staff, text)
    const scope = { customerId: customer.customerId, userId: customer.staff.userId, scope: 'all', locationIds: [] } as const
    let reading: Promise<void> | undefined
    const { id } = await withCustomer(t.deps.db, scope, 'read write', async (tx) => {
      const typed = await tx
        .insertInto('med')
        .values({
          locationId: customer.main.id,
          gtin: `0038801050060${checkDigit('0038801050060')}`,
          serialNumber: serial,
          isEpcisGenerated: false,
          createdAt: t.clock.now(),
          createdById: customer.staff.userId,
          datedAt: t.clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      reading = t.runJobs()
      await expect.poll(() => t.countWaiting(/insert into (public\.)?med(_\d+)? /)).toBe(1)
      return typed
    })
    await reading
    expect(await t.as(customer.staff).file.readOneUpload({ uploadId })).toMatchObject({ status: 'imported' })
    const rows = await t.query(
      `select m.id::int, m.is_epcis_generated as imported, (select count(*)::int from document_med d where d.customer_id = m.customer_id and d.med_id = m.id) as lines
       from med m where customer_id = $1 and serial_number = $2`,
      [customer.customerId, serial],
    )
    expect(rows).toEqual([{ id, imported: true, lines: 1 }])
  })

  test('that is in several documents imported at the same time is stored once and listed in each order', async () => {
    const seed = mark()
    for (const instanceIdentifier of ['A', 'B', 'C'])
      await register(
        t,
        customer.staff,
        documentFor(customer, { serialSeed: seed, meds: 40, instanceIdentifier: `${seed}${instanceIdentifier}` }),
      )
    await t.runJobs()
    const [lines] = await t.query(
      `select count(*)::int as meds, min(n)::int as least, max(n)::int as most
       from (select count(*) as n from document_med where customer_id = $1 and med_id is not null group by med_id) counted`,
      [customer.customerId],
    )
    expect(lines).toEqual({ meds: (await meds()).length, least: 3, most: 3 })
  })

  test('that is also listed in a later document stays one med and belongs to both orders', async () => {
    const seed = mark()
    const first = await addOrder(customer, { serialSeed: seed, meds: 4 })
    const second = await addOrder(customer, { serialSeed: seed, meds: 4 })
    expect(second.serials).toEqual(first.serials)
    expect(await meds()).toHaveLength(8)
    const pedigree = await t.as(customer.staff).med.readOneBySerialnumberPedigree({ serialNumber: first.serials[0] ?? '' })
    const { orders } = await t.as(customer.staff).med.readOneById({ medId: pedigree.med.id })
    expect(orders.map((one) => one.documentId)).toEqual([second.id, first.id])
  })
})
