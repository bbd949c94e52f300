import { beforeEach, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { freeGln } from '../gln/gln.samples.ts'
import { makeSteps } from '../incident-report/steps.ts'
import { addOrder, newParty } from '../make.ts'
import { aPacket } from './evidence-file.ts'

const t = useTestDb()
const customer = useCustomer(t)
beforeEach(() => {
  t.clock.set('2026-09-16T15:00:00Z')
})

const HOUR = 3_600_000
const partners = (of = customer.admin) => t.as(of).tradingPartner
const license = { kind: 'wholesaler' as const, number: '031-1', validFrom: '2026-01-01', validTo: '2027-12-31' }
const sender = newParty('Northway Wholesale')

/** Creates two entries of one partner. The second one has the license, the agreement and the other records, and has sent an order. */
async function two() {
  const shared = freeGln()
  const make = (name: string, more: object) => partners().createOne({ customerLocationId: null, name, type: 'upstream', ...more })
  const kept = await make('Northway', { globalLocationNumbers: [shared], accountNumbers: ['A-1'] })
  const merged = await make('Northway Wholesale Inc', {
    type: 'both',
    globalLocationNumbers: [shared, sender.owner.gln],
    accountNumbers: ['A-1', 'A-2'],
    addresses: [{ addressLineOne: '1 Dock Street', addressType: 'physical' }],
    contacts: [{ firstName: 'Marta', contactDetails: [{ contactType: 'phone', contactDetail: '1' }] }],
  })
  const { evidence } = await partners().uploadOneEvidence({ tradingPartnerId: merged.id, ...aPacket() })
  await partners().createOneLicense({ tradingPartnerId: merged.id, ...license, evidenceId: evidence?.id ?? null })
  await partners().createOneAgreement({
    tradingPartnerId: merged.id,
    kind: 'records',
    title: 'Data',
    signedOn: '2026-01-01',
    endsOn: '2027-01-01',
  })
  return { kept, merged, evidenceId: evidence?.id ?? 0 }
}

const decideState = async (id: number) => ({
  partner: await partners().readOneTradingpartnerById({ id }),
  licenses: (await partners().readOneAuthorization({ tradingPartnerId: id })).licenses,
  agreements: await partners().readManyAgreements({ id }),
})

test('merging two entries of one partner moves orders, GLNs, contacts, licenses, files and agreements', async () => {
  const { kept, merged, evidenceId } = await two()
  const order = await addOrder(customer, { sender })
  const after = await partners().updateMergeOne({ id: kept.id, mergedId: merged.id })
  expect(after.globalLocationNumbers.map((one) => one.globalLocationNumber)).toEqual([expect.any(String), sender.owner.gln])
  expect(after).toMatchObject({
    type: 'both',
    addresses: [{ addressLineOne: '1 Dock Street' }],
    contacts: [{ firstName: 'Marta', contactDetails: [{ contactDetail: '1' }] }],
    accountNumbers: [{ accountNumber: 'A-1' }, { accountNumber: 'A-2' }],
  })
  expect(await partners().readOneByDocumentid({ documentId: order.id })).toMatchObject({
    partner: { id: kept.id },
    authorization: { status: 'authorized' },
  })
  expect((await partners().readOneStory({ id: kept.id })).orders).toMatchObject([{ documentId: order.id }])
  expect(await decideState(kept.id)).toMatchObject({
    licenses: [{ number: '031-1', evidence: { id: evidenceId } }],
    agreements: [{ title: 'Data' }],
  })
  expect(await decideState(merged.id)).toMatchObject({
    partner: { deactivated: { reason: 'Merged into Northway' } },
    licenses: [],
    agreements: [],
  })
  expect((await partners().readManyTradingpartnersSearch({})).items.map(({ name }) => name)).toEqual(['Northway'])
  expect(await partners().readManyMerges({ id: merged.id })).toMatchObject([
    { kept: { id: kept.id }, merged: { name: 'Northway Wholesale Inc' }, mayUndo: true },
  ])
  await expect(partners().updateReactivateOne({ id: merged.id })).rejects.toThrow('Undo the merge instead')
})

test('a merge can be undone within a day, which restores both entries; later additions stay with the entry that was kept', async () => {
  const { kept, merged } = await two()
  const order = await addOrder(customer, { sender })
  const before = { kept: await decideState(kept.id), merged: await decideState(merged.id) }
  await partners().updateMergeOne({ id: kept.id, mergedId: merged.id })
  await partners().createOneAccountnumber({ tradingPartnerId: kept.id, accountNumber: 'A-3' })
  const [merge] = await partners().readManyMerges({ id: kept.id })
  t.clock.advance(23 * HOUR)
  const after = await partners().updateUndoMerge({ id: merge?.id ?? 0 })
  expect(after.accountNumbers.map(({ accountNumber }) => accountNumber)).toEqual(['A-1', 'A-3'])
  const now = await decideState(kept.id)
  expect({ ...now, partner: { ...now.partner, accountNumbers: [] } }).toEqual({
    ...before.kept,
    partner: { ...before.kept.partner, accountNumbers: [] },
  })
  expect(await decideState(merged.id)).toMatchObject({ ...before.merged, licenses: [{ number: '031-1' }], agreements: [{ title: 'Data' }] })
  expect(await partners().readOneByDocumentid({ documentId: order.id })).toMatchObject({ partner: { id: merged.id } })
  expect(await partners().readManyMerges({ id: kept.id })).toEqual([])
  await expect(partners().updateUndoMerge({ id: merge?.id ?? 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const audited = await t.query<{ action: string }>(`select action from audit where customer_id = $1 and action ~ '[mM]erge' order by id`, [
    customer.customerId,
  ])
  expect(audited.map(({ action }) => action)).toEqual(['partner.merge', 'partner.undoMerge'])
})

test('a merge cannot be undone after a day, or once the kept partner was merged again', async () => {
  const { kept, merged } = await two()
  const third = await partners().createOne({ customerLocationId: null, name: 'Third', type: 'upstream' })
  await partners().updateMergeOne({ id: kept.id, mergedId: merged.id })
  await partners().updateMergeOne({ id: third.id, mergedId: kept.id })
  const merges = await partners().readManyMerges({ id: kept.id })
  const [newer, older] = merges
  await expect(partners().updateUndoMerge({ id: older?.id ?? 0 })).rejects.toThrow('Undo that merge first.')
  t.clock.advance(24 * HOUR)
  await expect(partners().updateUndoMerge({ id: newer?.id ?? 0 })).rejects.toThrow('That day has passed.')
  expect((await partners().readManyMerges({ id: kept.id }))[0]).toMatchObject({ mayUndo: false })
})

test('merging a partner with itself, across locations or without permission is refused', async () => {
  const { kept, merged } = await two()
  const at = (customerLocationId: number, name: string) => partners().createOne({ customerLocationId, name, type: 'upstream' })
  const [ours, theirs] = [await at(customer.main.id, 'Ours'), await at(customer.branch.id, 'Theirs')]
  const merge = (id: number, mergedId: number, by = customer.admin) => partners(by).updateMergeOne({ id, mergedId })
  await expect(merge(kept.id, kept.id)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(merge(ours.id, theirs.id)).rejects.toThrow('belong to different locations')
  await expect(merge(ours.id, kept.id)).rejects.toThrow('belong to different locations')
  await expect(merge(kept.id, ours.id, customer.staff)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(merge(ours.id, theirs.id, customer.staff)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await merge(kept.id, ours.id)
  await expect(merge(merged.id, ours.id)).rejects.toThrow('Only active partners')
  const both = await Promise.allSettled([merge(kept.id, merged.id), merge(merged.id, kept.id)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a merge moves a license to the kept partner even if that partner has the same license with an earlier last day, and the partner stays authorized', async () => {
  const { kept, merged } = await two()
  await partners().createOneLicense({ tradingPartnerId: kept.id, ...license, validTo: '2026-03-31' })
  await partners().updateMergeOne({ id: kept.id, mergedId: merged.id })
  const { licenses, states } = await partners().readOneAuthorization({ tradingPartnerId: kept.id })
  expect(licenses.map(({ validTo }) => validTo).sort()).toEqual(['2026-03-31', '2027-12-31'])
  expect(states.map(({ status }) => status)).toEqual(['authorized'])
})

test('notices addressed to a merged name are shown on the kept partner’s page, even after a second merge', async () => {
  const { kept, merged } = await two()
  const oldest = await partners().createOne({ customerLocationId: null, name: 'Norway Drugs', type: 'upstream' })
  const order = await addOrder(customer, { sender })
  const steps = makeSteps(() => ({ t, customer, order }))
  t.clock.set('2026-11-02T15:00:00Z')
  const { id: incidentId } = await steps.send()
  const senders = ['Northway Wholesale Inc', 'norway drugs'].map((name, at) => ({ name, emailAddress: `${at}@north.tst` }))
  await steps.calls().createManyNotices({ incidentId, subject: 'Notice', body: 'Dear {partner}', partners: senders })
  const shown = async () => (await partners().readOneStory({ id: kept.id })).notices.map(({ to }) => to[0]).sort()
  expect(await shown()).toEqual([])
  await partners().updateMergeOne({ id: merged.id, mergedId: oldest.id })
  await partners().updateMergeOne({ id: kept.id, mergedId: merged.id })
  expect(await shown()).toEqual(['0@north.tst', '1@north.tst'])
  const [merge] = await partners().readManyMerges({ id: kept.id })
  await partners().updateUndoMerge({ id: merge?.id ?? 0 })
  expect(await shown()).toEqual([])
})

test('once a merge is undone, the merged partner has its earlier emails about GLNs again, and the kept partner keeps an email sent after the merge', async () => {
  const { kept, merged } = await two()
  const [branch, main] = (await partners().readManySentGlns({ id: kept.id })).map((one) => one.globalLocationNumberId)
  const mail = (tradingPartnerId: number, to: string, ids = [main ?? 0]) =>
    partners().createOneGlnMail({ tradingPartnerId, to, globalLocationNumberIds: ids })
  const sentTo = async (id: number) => (await partners().readManySentGlns({ id })).map(({ sent }) => sent?.to ?? null)
  await mail(merged.id, 'old@north.tst', [main ?? 0, branch ?? 0])
  await partners().updateMergeOne({ id: kept.id, mergedId: merged.id })
  t.clock.advance(HOUR)
  await mail(kept.id, 'new@north.tst')
  const [merge] = await partners().readManyMerges({ id: kept.id })
  await partners().updateUndoMerge({ id: merge?.id ?? 0 })
  expect(await sentTo(kept.id)).toEqual([null, 'new@north.tst'])
  expect(await sentTo(merged.id)).toEqual(['old@north.tst', 'old@north.tst'])
})

test('undoing a merge succeeds even if a GLN or account number was added again in the meantime', async () => {
  const { kept, merged } = await two()
  await partners().updateMergeOne({ id: kept.id, mergedId: merged.id })
  await partners().createOneGloballocationnumber({ tradingPartnerId: merged.id, globalLocationNumber: sender.owner.gln })
  await partners().createOneAccountnumber({ tradingPartnerId: merged.id, accountNumber: 'A-2' })
  const [merge] = await partners().readManyMerges({ id: kept.id })
  const after = await partners().updateUndoMerge({ id: merge?.id ?? 0 })
  expect(after.globalLocationNumbers).toHaveLength(1)
  expect(after.accountNumbers.map(({ accountNumber }) => accountNumber)).toEqual(['A-1'])
  expect(await decideState(merged.id)).toMatchObject({
    partner: { accountNumbers: [{ accountNumber: 'A-1' }, { accountNumber: 'A-2' }], deactivated: null },
  })
})
