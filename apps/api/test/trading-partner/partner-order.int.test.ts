import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, importText, newParty } from '../make.ts'

const t = useTestDb()
const customer = useCustomer(t)
beforeEach(() => {
  t.clock.set('2026-09-16T15:00:00Z')
})

const partners = (of = customer.admin) => t.as(of).tradingPartner
const sender = newParty('Northway Wholesale')
const make = (more: object = {}) =>
  partners().createOne({ customerLocationId: null, name: 'Northway', type: 'upstream', globalLocationNumbers: [sender.owner.gln], ...more })
const of = (documentId: number) => partners(customer.staff).readOneByDocumentid({ documentId })
const expired = { kind: 'wholesaler' as const, number: '1', validFrom: '2025-01-01', validTo: '2026-08-31' }

describe('an order’s partner', () => {
  test('is found by the sender’s GLN, even if the GLN is added later', async () => {
    const { id } = await addOrder(customer, { sender })
    expect(await of(id)).toMatchObject({ partner: null, authorization: null, sender: { gln: sender.owner.gln }, mustAsk: false })
    const made = await make()
    expect(await of(id)).toMatchObject({ partner: { id: made.id, name: 'Northway', isActive: true }, authorization: { status: 'unknown' } })
  })

  test('is the entry of the receiving location if several partners on file match', async () => {
    const { id } = await addOrder(customer, { sender })
    await make()
    const theirs = await make({ customerLocationId: customer.branch.id })
    const ours = await make({ customerLocationId: customer.main.id })
    expect((await of(id)).partner?.id).toBe(ours.id)
    await partners().updateDeactivateOne({ id: ours.id, reason: 'entered twice' })
    expect((await of(id)).partner?.id).not.toBe(theirs.id)
  })

  test('can be created from the data of the document', async () => {
    const { id } = await addOrder(customer, { sender })
    const draft = await partners(customer.staff).readOneDraft({ documentId: id })
    expect(draft).toMatchObject({
      name: 'Northway Wholesale',
      globalLocationNumbers: [sender.owner.gln],
      addresses: [
        { addressLineOne: '1 Main Street', city: 'Louisville', stateId: expect.any(Number), postalCode: '40218', addressType: 'physical' },
      ],
      alike: [],
    })
    const { alike: _, ...fields } = draft
    await partners().createOne({ customerLocationId: null, type: 'upstream', ...fields })
    expect(await of(id)).toMatchObject({ partner: { name: 'Northway Wholesale' } })
    expect((await partners().readOneDraft({ documentId: id })).alike).toMatchObject([{ name: 'Northway Wholesale' }])
  })
})

describe('goods from an unauthorized partner', () => {
  test('cause one question per order, and can be put on hold', async () => {
    const first = await addOrder(customer, { sender })
    const second = await addOrder(customer, { sender })
    const { id } = await make()
    await partners().createOneLicense({ ...expired, tradingPartnerId: id })
    expect(await of(first.id)).toMatchObject({
      mustAsk: true,
      authorization: { status: 'notAuthorized', since: '2026-09-01', state: { code: 'KY' } },
    })
    const decide = { documentId: first.id, choice: 'hold' as const, reason: 'license has ended' }
    const both = await Promise.allSettled([
      partners(customer.staff).createOneStop(decide),
      partners(customer.colleague).createOneStop(decide),
    ])
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await of(first.id)).toMatchObject({ mustAsk: false, decided: { choice: 'hold', reason: 'license has ended' } })
    expect(await t.as(customer.staff).order.readOneById({ documentId: first.id })).toMatchObject({ amountHeld: 3 })
    expect(await of(second.id)).toMatchObject({ mustAsk: true })
  })

  test('can be received with a reason, which is stored', async () => {
    const order = await addOrder(customer, { sender })
    const { id } = await make()
    await partners().createOneLicense({ ...expired, tradingPartnerId: id })
    await partners(customer.staff).createOneStop({ documentId: order.id, choice: 'receive', reason: 'renewal seen on paper' })
    expect(await of(order.id)).toMatchObject({ mustAsk: false, decided: { choice: 'receive', by: { firstName: 'Staff' } } })
    expect(await t.as(customer.staff).order.readOneById({ documentId: order.id })).toMatchObject({ amountHeld: 0 })
    const [told] = await t.query<{ detail: object }>(`select detail from audit where customer_id = $1 and action = 'partner.stop'`, [
      customer.customerId,
    ])
    expect(told?.detail).toEqual({ partner: 'Northway', choice: 'receive', reason: 'renewal seen on paper' })
  })

  test('raise no question if the partner has no license on file, if its license is still valid, or if all of the goods were already received', async () => {
    const order = await addOrder(customer, { sender })
    const { id } = await make()
    expect(await of(order.id)).toMatchObject({ mustAsk: false, authorization: { status: 'unknown' } })
    await partners().createOneLicense({ ...expired, tradingPartnerId: id, validTo: '2026-09-16' })
    expect(await of(order.id)).toMatchObject({ mustAsk: false, authorization: { status: 'expiring', daysLeft: 0 } })
    const other = await addOrder(customer, { sender })
    await t.as(customer.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
    t.clock.set('2026-09-17T15:00:00Z')
    expect(await of(order.id)).toMatchObject({ mustAsk: false })
    expect(await of(other.id)).toMatchObject({ mustAsk: true })
    await expect(
      partners(customer.staff).createOneStop({ documentId: order.id, choice: 'hold', reason: 'too late' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('the server refuses goods from an unauthorized partner', () => {
  const order = () => t.as(customer.staff).order
  const pickAudited = async (action: string) =>
    (await t.query('select subject_id, detail from audit where customer_id = $1 and action = $2', [customer.customerId, action])).length
  const stopped = async () => {
    const one = await addOrder(customer, { sender })
    const { id } = await make()
    await partners().createOneLicense({ ...expired, tradingPartnerId: id })
    return one
  }

  test('until somebody decides about the order, whatever the method of receiving', async () => {
    const { id: documentId, serials } = await stopped()
    const refused = { code: 'CONFLICT', cause: { key: 'partner_stop', facts: { documentId, partner: 'Northway' } } }
    const serialNumber = serials[0] ?? ''
    await expect(order().updateReceiveAllByDocumentid({ documentId })).rejects.toMatchObject(refused)
    await expect(order().updateReceiveManyBySerialnumber({ documentId, serialNumber })).rejects.toMatchObject(refused)
    expect(await order().readOneById({ documentId })).toMatchObject({ amountNotReceived: 3 })
    await partners(customer.staff).createOneStop({ documentId, choice: 'receive', reason: 'renewal seen on paper' })
    expect(await order().updateReceiveManyBySerialnumber({ documentId, serialNumber })).toMatchObject({ received: 1 })
    expect(await order().updateReceiveAllByDocumentid({ documentId })).toMatchObject({ received: 2 })
  })

  test('but reports a package received earlier as already received when it is scanned again', async () => {
    const { id: documentId, serials } = await addOrder(customer, { sender })
    const serialNumber = serials[0] ?? ''
    await order().updateReceiveManyBySerialnumber({ documentId, serialNumber })
    const { id } = await make()
    await partners().createOneLicense({ ...expired, tradingPartnerId: id })
    expect(await order().updateReceiveManyBySerialnumber({ documentId, serialNumber })).toMatchObject({ received: 0, alreadyReceived: 1 })
  })

  test('unless the order replaces, directly or indirectly, an order whose goods somebody decided to receive', async () => {
    const [received, held] = [await addOrder(customer, { sender }), await addOrder(customer, { sender })]
    const { id } = await make()
    await partners().createOneLicense({ ...expired, tradingPartnerId: id })
    for (const [one, choice] of [[received, 'receive'] as const, [held, 'hold'] as const])
      await partners(customer.staff).createOneStop({ documentId: one.id, choice, reason: 'seen' })
    const replaced = async (from: number, to: number) =>
      t.query('update "order" set voided_at = now(), replaced_by_id = $1 where id = $2 and customer_id = $3', [
        to,
        from,
        customer.customerId,
      ])
    const [second, third, corrected] = [
      await addOrder(customer, { sender }),
      await addOrder(customer, { sender }),
      await addOrder(customer, { sender }),
    ]
    await replaced(received.id, second.id)
    await replaced(second.id, third.id)
    await replaced(held.id, corrected.id)
    expect(await order().updateReceiveAllByDocumentid({ documentId: third.id })).toMatchObject({ received: 3 })
    await expect(order().updateReceiveAllByDocumentid({ documentId: corrected.id })).rejects.toMatchObject({
      cause: { key: 'partner_stop' },
    })
  })

  test('including a deactivated one', async () => {
    const { id: documentId } = await addOrder(customer, { sender })
    const { id } = await make()
    await partners().updateDeactivateOne({ id, reason: 'no longer a customer there' })
    await expect(order().updateReceiveAllByDocumentid({ documentId })).rejects.toMatchObject({ cause: { key: 'partner_stop' } })
  })

  test('even if a second partner with the same GLN exists, and accepts them once the license is renewed and the two partners are merged', async () => {
    const { id: documentId } = await stopped()
    const refused = { cause: { key: 'partner_stop', facts: { documentId, partner: 'Northway' } } }
    const local = await make({ name: 'Northway Dock', customerLocationId: customer.main.id })
    expect(await of(documentId)).toMatchObject({ mustAsk: true, partner: { name: 'Northway' }, authorization: { status: 'notAuthorized' } })
    await expect(order().updateReceiveAllByDocumentid({ documentId })).rejects.toMatchObject(refused)
    const [{ id } = { id: 0 }] = (await partners().readManyTradingpartnersSearch({ name: 'Northway' })).items.filter(
      ({ name }) => name === 'Northway',
    )
    await partners().updateDeactivateOne({ id, reason: 'license lost' })
    await expect(order().updateReceiveAllByDocumentid({ documentId })).rejects.toMatchObject(refused)
    expect(await of(documentId)).toMatchObject({ authorization: { status: 'deactivated' } })
    await partners().updateReactivateOne({ id })
    const [{ id: licenseId } = { id: 0 }] = (await partners().readOneAuthorization({ tradingPartnerId: id })).licenses
    await partners().updateOneLicense({ ...expired, id: licenseId, validTo: null })
    await partners().updateMergeOne({ id, mergedId: local.id })
    expect(await of(documentId)).toMatchObject({ mustAsk: false, partner: { id }, authorization: { status: 'authorized' } })
  })

  test('except over REST: the goods are received, the audit trail records the problem once, and the order requires a decision until a person makes one', async () => {
    const { id: documentId, serials } = await stopped()
    const app = await t.app()
    const headers = { authorization: `Bearer ${await t.signIn(customer.staff)}` }
    const put = (path: string, payload: object) => app.inject({ method: 'PUT', url: `/api/v1/update/receive/${path}`, headers, payload })
    const one = await put('many/by/serialnumber', { documentId, serialNumber: serials[0] })
    expect(one.json()).toMatchObject({ received: 1, amountNotReceived: 2 })
    expect((await put('all/by/documentid', { documentId })).json()).toMatchObject({ received: 2, amountNotReceived: 0 })
    expect(await pickAudited('partner.unasked')).toBe(1)
    expect(await of(documentId)).toMatchObject({ mustAsk: true, isUnasked: true, decided: null })
    await partners(customer.staff).createOneStop({ documentId, choice: 'hold', reason: 'came in by the program' })
    expect(await of(documentId)).toMatchObject({ mustAsk: false, isUnasked: false, decided: { choice: 'hold' } })
    const held =
      'select from hold_med h join med m on m.customer_id = h.customer_id and m.id = h.med_id where m.customer_id = $1 and m.serial_number = any ($2)'
    expect(await t.query(held, [customer.customerId, serials])).toHaveLength(3)
  })

  test('except over REST: goods that somebody has chosen to receive are received, and the audit trail records no problem', async () => {
    const { id: documentId } = await stopped()
    await partners(customer.staff).createOneStop({ documentId, choice: 'receive', reason: 'renewal seen on paper' })
    const headers = { authorization: `Bearer ${await t.signIn(customer.staff)}` }
    const app = await t.app()
    const answer = await app.inject({ method: 'PUT', url: '/api/v1/update/receive/all/by/documentid', headers, payload: { documentId } })
    expect(answer.json()).toMatchObject({ received: 3 })
    expect(await pickAudited('partner.unasked')).toBe(0)
  })
})

test('a partner’s history lists its orders and its open items', async () => {
  const { id } = await make()
  expect(await partners().readOneStory({ id })).toEqual({
    orders: [],
    amountOfOrders: 0,
    firstOrderAt: null,
    exceptions: [],
    openExceptions: 0,
    incidents: [],
    notices: [],
  })
  await addOrder(customer, { sender, purchaseOrder: 'PO-1' })
  t.clock.set('2026-09-17T15:00:00Z')
  const last = await addOrder(customer, { sender, purchaseOrder: 'PO-2', faults: ['missingReadPoint'] })
  await addOrder(customer, { meds: 1 })
  const story = await partners(customer.staff).readOneStory({ id })
  expect(story).toMatchObject({
    amountOfOrders: 2,
    firstOrderAt: '2026-09-16T15:00:00.000Z',
    orders: [
      { documentId: last.id, purchaseOrderNumber: 'PO-2', locationName: 'Main', amountOfMeds: 3, amountNotReceived: 3 },
      { purchaseOrderNumber: 'PO-1' },
    ],
  })
  expect(story.openExceptions).toBe(last.upload.ticketNumber === null ? 0 : 1)
  const items = [{ gtin: '00312345678906', serialNumber: 'A1' }]
  await t.as(customer.staff).documentException.createOneTicket({ documentId: last.id, kind: 'unknownScan', items })
  const later = await partners(customer.staff).readOneStory({ id })
  expect(later.openExceptions).toBe(story.openExceptions + 1)
  expect(later.exceptions[0]).toMatchObject({ documentId: last.id, message: '1 package was scanned but not listed in any file' })
  const row = (await partners(customer.staff).readManyTradingpartnersSearch({})).items.find((one) => one.id === id)
  expect(row?.openExceptions).toBe(later.openExceptions)
  expect(await partners(customer.elsewhere).readOneStory({ id })).toMatchObject({ orders: [], amountOfOrders: 0, exceptions: [] })
})

test('a wholesaler whose only license is of another kind is not authorized, and its orders are stopped', async () => {
  const { id } = await addOrder(customer, { sender })
  const partner = await make({ business: 'wholesaler' })
  const valid = { tradingPartnerId: partner.id, number: '1', validFrom: '2025-01-01', validTo: null }
  await partners().createOneLicense({ ...valid, kind: 'dispenser' })
  expect(await of(id)).toMatchObject({ authorization: { status: 'notAuthorized' }, mustAsk: true })
  await partners().createOneLicense({ ...valid, kind: 'wholesaler' })
  expect(await of(id)).toMatchObject({ authorization: { status: 'authorized' }, mustAsk: false })
  await partners().updateOneTradingpartner({ id: partner.id, name: 'Northway', type: 'upstream', business: 'manufacturer' })
  expect(await of(id)).toMatchObject({ authorization: { status: 'notAuthorized' } })
  // The documented input has no line of business, so a documented call leaves the partner's line of business unchanged.
  expect(await partners().updateOneTradingpartner({ id: partner.id, name: 'Northway 2', type: 'both' })).toMatchObject({
    business: 'manufacturer',
  })
})

test('a deactivated partner is authorized nowhere from the day of the deactivation', async () => {
  const { id } = await make()
  await partners().createOneLicense({ tradingPartnerId: id, kind: 'wholesaler', number: '1', validFrom: '2025-01-01' })
  await partners().updateDeactivateOne({ id, reason: 'license lost' })
  const statusOn = async (day: string) =>
    (await partners().readOneAuthorization({ tradingPartnerId: id, day })).states.map((one) => one.status)
  expect(new Set(await statusOn('2026-09-16'))).toEqual(new Set(['deactivated']))
  expect(new Set(await statusOn('2026-09-15'))).toEqual(new Set(['authorized']))
  const { items } = await partners().readManyTradingpartnersSearch({ deactivated: true })
  expect(items).toMatchObject([{ id, authorization: { status: 'deactivated' } }])
})

test('the uploader of a file that created no order sees the sender of the file', async () => {
  const from = newParty('Elsewhere Wholesale')
  const upload = await importText(t, customer.staff, documentFor(customer, { sender: from, receiver: newParty('Somebody Else') }))
  expect(upload).toMatchObject({ status: 'exception', documentId: null })
  const uploadId = upload.id
  const draft = await partners(customer.staff).readOneDraftByUploadid({ uploadId })
  expect(draft).toMatchObject({ name: 'Elsewhere Wholesale', globalLocationNumbers: [from.owner.gln], partner: null })
  expect(draft.addresses).toHaveLength(1)
  await expect(partners(customer.elsewhere).readOneDraftByUploadid({ uploadId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { id } = await make({ globalLocationNumbers: [from.owner.gln] })
  expect(await partners(customer.staff).readOneDraftByUploadid({ uploadId })).toMatchObject({ partner: { id } })
})
