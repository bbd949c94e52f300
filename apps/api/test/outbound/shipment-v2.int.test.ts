import { createClient } from '@seriatim/client'
import type { AccessScope } from '@seriatim/schema'
import { beforeAll, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, PASSWORD } from '../make.ts'
import { listen, makeV2Client } from '../v2/v2-client.ts'
import { makeShipmentKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
let base: string
beforeAll(async () => {
  base = await listen(await t.app())
})

const tokenOfLead = async (scopes: AccessScope[]) =>
  (await t.as(c.lead).auth.createOneAccessToken({ name: 'Stock system', days: 1, scopes, password: PASSWORD })).accessToken
const asLead = async (scopes: AccessScope[]) => makeV2Client(base, await tokenOfLead(scopes))

describe('shipments over /api/v2', () => {
  test('can be created, scanned, sent and read by a program', async () => {
    const { addReceiver, asked } = makeShipmentKit(t, c)
    const order = await addOrder(c)
    await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
    const program = await asLead(['shipments:read', 'shipments:write'])
    const made = await program.post('/shipments', asked(await addReceiver()))
    expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v2/shipments/${made.json.id}`])
    const path = `/shipments/${made.json.id}`
    expect((await program.post(`${path}/units`, { code: 'NEVER-SEEN' })).json).toMatchObject({ unit: null, stops: [{ code: 'unknown' }] })
    expect((await program.post(`${path}/units`, { code: order.serials[0] })).json).toMatchObject({ unit: { n: 1 }, stops: [] })
    expect((await program.post(`${path}/sendings`, {})).status).toBe(200)
    await t.runJobs()
    expect((await program.get(path)).json).toMatchObject({ state: 'sent', papers: 'ready', meds: 1 })
    const [epcis] = (await program.get(path)).json.documents.filter((one: { kind: string }) => one.kind === 'epcis')
    const client = createClient({ baseUrl: base, token: await tokenOfLead(['shipments:read']) })
    const file = await client.call('GET /shipments/{shipmentId}/documents/{documentId}', {
      path: { shipmentId: made.json.id, documentId: epcis.id },
    })
    expect(await file.text()).toContain(order.serials[0])
    expect((await program.get(`${path}/documents/${epcis.id + 1_000_000}`)).json).toMatchObject({ status: 404 })
    expect((await program.get('/shipments')).json.items).toMatchObject([{ id: made.json.id }])
    expect((await program.get(`${path}/units`)).json.items).toMatchObject([{ serialNumber: order.serials[0] }])
  })

  test('can have packages recorded as returned without a file, by their codes; if one code is wrong, the whole call is refused', async () => {
    const { addReceiver, begin, scan, send } = makeShipmentKit(t, c)
    const order = await addOrder(c)
    await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
    const shipmentId = await begin(await addReceiver())
    for (const serial of order.serials.slice(0, 2)) await scan(shipmentId, serial)
    await send(shipmentId)
    const program = await asLead(['shipments:read', 'shipments:write'])
    const path = `/shipments/${shipmentId}`
    const back = (codes: string) => program.post(`${path}/takebacks`, { codes, reason: 'Refused at the door' })
    expect((await back(`${order.serials[0]}\nNEVER-SENT`)).json).toMatchObject({ status: 409, key: 'shipment_not_out' })
    expect((await back(order.serials[0] ?? '')).status).toBe(200)
    expect((await program.get(path)).json).toMatchObject({ back: 1, takenBack: [{ reason: 'Refused at the door', meds: 1 }] })
  })

  test('can be sent after a program accepts a warning that arose after the scan', async () => {
    const { addReceiver, begin, scan } = makeShipmentKit(t, c)
    const order = await addOrder(c)
    await t.as(c.lead).order.updateReceiveAllByDocumentid({ documentId: order.id })
    const shipmentId = await begin(await addReceiver())
    const { unit } = await scan(shipmentId, order.serials[0] ?? '')
    await t.as(c.lead).dispense.createOne({ gtin: unit?.gtin ?? '', serialNumber: unit?.serialNumber ?? '' })
    const program = await asLead(['shipments:read', 'shipments:write'])
    const path = `/shipments/${shipmentId}`
    const refused = (await program.post(`${path}/sendings`, {})).json
    expect(refused).toMatchObject({ status: 409, key: 'shipment_stopped' })
    const accept = refused.stopped.map(({ medId, stop }: { medId: number; stop: { code: string } }) => ({ medId, code: stop.code }))
    expect((await program.post(`${path}/acceptances`, { accept })).status).toBe(200)
    expect((await program.post(`${path}/sendings`, {})).status).toBe(200)
  })

  test('cannot be changed with a read-only token', async () => {
    const { addReceiver, asked } = makeShipmentKit(t, c)
    const reader = await asLead(['shipments:read'])
    expect((await reader.post('/shipments', asked(await addReceiver()))).json).toMatchObject({ status: 403, key: 'scope_missing' })
  })
})
