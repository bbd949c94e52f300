import { validateEpcis } from '@seriatim/epcis'
import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, importText, newCustomer } from '../make.ts'
import { makeShipmentKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)

describe('a large shipment', () => {
  test('of 5,000 packages in cases is sent as a whole, and the other customer receives every package', { timeout: 240_000 }, async () => {
    const { begin, scan, send, textOf, read, addReceiver } = makeShipmentKit(t, c)
    const order = await addOrder(c, { meds: 5000, perCase: 25, casesPerPallet: 50 })
    await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
    const pallets = await t.query<{ sscc: string }>(
      'select sscc from document_med where document_id = $1 and sscc is not null order by line',
      [order.id],
    )
    const other = await newCustomer(t, { name: 'Harbor Pharmacy' })
    const shipmentId = await begin(await addReceiver(other.main.party))
    for (const { sscc } of pallets) expect((await scan(shipmentId, sscc)).stops).toEqual([])
    await send(shipmentId)
    expect(await read(shipmentId)).toMatchObject({ meds: 5000, units: pallets.length, papers: 'ready', gaps: [] })
    const xml = (await textOf(shipmentId, 'epcis')) ?? ''
    expect(validateEpcis(new TextEncoder().encode(xml), {}).findings).toEqual([])
    const { documentId } = await importText(t, other.lead, xml)
    await t.as(other.lead).order.updateReceiveAllByDocumentid({ documentId: documentId ?? 0 })
    expect(await t.as(other.lead).order.readOneById({ documentId: documentId ?? 0 })).toMatchObject({
      amountOfMeds: 5000,
      amountNotReceived: 0,
    })
  })
})
