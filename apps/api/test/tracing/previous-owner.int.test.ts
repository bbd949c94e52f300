import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, newParty } from '../make.ts'
import { makeTracingKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
let kit: ReturnType<typeof makeTracingKit>
beforeEach(() => {
  kit = makeTracingKit(t, c)
})

const addPartner = (name: string, gln: string, phone: string) =>
  t.query(
    `with p as (insert into trading_partner (customer_id, name, type, created_at) values ($1, $2, 'upstream', now()) returning id),
     g as (insert into partner_gln (customer_id, trading_partner_id, global_location_number) select $1, id, $3 from p),
     o as (insert into partner_contact (customer_id, trading_partner_id, first_name) select $1, id, 'Ines' from p returning id)
     insert into partner_contact_detail (customer_id, partner_contact_id, contact_type, contact_detail) select $1, id, 'phone', $4 from o`,
    [c.customerId, name, gln, phone],
  )
const sellerOf = async (serialNumber: string) => {
  const { lines } = await kit.calls().readOneFound({ requestId: await kit.record([{ serialNumber }], { again: true }) })
  return lines[0]?.records[0]?.seller
}

describe('the previous owner of a package', () => {
  test('is shown with the contact of the partner that has the seller’s GLN, not with that of the company that sent the file', async () => {
    const [hub, owner] = [newParty('Quarry Hub'), newParty('Northway Wholesale')]
    await addPartner('Quarry Hub', hub.owner.gln, '555-0101')
    const order = await addOrder(c, { sender: owner })
    const [serial = ''] = order.serials
    await t.query(`update epcis_document set sender_gln = $2, sender_name = 'Quarry Hub' where id = $1`, [order.id, hub.owner.gln])
    expect(await sellerOf(serial)).toMatchObject({ name: 'Northway Wholesale', gln: owner.owner.gln, contactName: null, phone: null })
    await t.query(`update epcis_document set locations = '[]' where id = $1`, [order.id])
    expect(await sellerOf(serial)).toMatchObject({ name: 'No name on file', gln: owner.owner.gln, phone: null })
    await addPartner('Northway, as we know it', owner.owner.gln, '555-0202')
    expect(await sellerOf(serial)).toMatchObject({ name: 'Northway, as we know it', contactName: 'Ines', phone: '555-0202' })
  })

  test('is the sender of the file if the file names no other seller', async () => {
    const sender = newParty('Northway Wholesale')
    await addPartner('Northway, as we know it', sender.owner.gln, '555-0202')
    const order = await addOrder(c, { sender })
    expect(await sellerOf(order.serials[0] ?? '')).toMatchObject({ name: 'Northway Wholesale', phone: '555-0202' })
    await t.query(`update epcis_event set sources = '[]' where document_id = $1`, [order.id])
    expect(await sellerOf(order.serials[0] ?? '')).toMatchObject({ gln: sender.owner.gln, phone: '555-0202' })
  })
})
