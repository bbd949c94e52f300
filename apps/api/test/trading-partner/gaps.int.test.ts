import { ndcFromGtin } from '@seriatim/gs1'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeRows } from '../csv-text.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { makeSteps } from '../incident-report/steps.ts'
import { addOrder, newParty } from '../make.ts'

const t = useTestDb()
const customer = useCustomer(t)
beforeEach(() => {
  t.clock.set('2026-09-16T15:00:00Z')
})

const partners = (of = customer.admin) => t.as(of).tradingPartner
const sender = newParty('Northway Wholesale')
const make = (more: object = {}) =>
  partners().createOne({ customerLocationId: null, name: 'Northway', type: 'upstream', globalLocationNumbers: [sender.owner.gln], ...more })

describe('a table of partners', () => {
  test('contains all partners, however many there are', async () => {
    await t.query(
      `insert into trading_partner (customer_id, name, type, created_at)
       select $1, 'Partner ' || lpad(n::text, 6, '0'), 'upstream', now() from generate_series(1, 20500) n`,
      [customer.customerId],
    )
    const rows = makeRows((await partners().readManyCsv()).text)
    expect(rows).toHaveLength(20_501)
    expect(new Set(rows.map(([name]) => name)).size).toBe(20_501)
  })

  test('that is imported twice at the same time adds each partner only once', async () => {
    const text = `partner,type\n${Array.from({ length: 20 }, (_, at) => `New ${at},upstream`).join('\n')}\n`
    const both = await Promise.all([partners().createManyCsv({ text }), partners().createManyCsv({ text })])
    expect(both.map(({ counts }) => counts.new).sort()).toEqual([0, 20])
    expect((await partners().readManyTradingpartnersSearch({})).amount).toBe(20)
  })

  test('is previewed with the old and new value of each change, including changes of titles, license issuers and states', async () => {
    const head = 'partner,type,address line 1,state,first name,title,license kind,license number,license state,issued by,valid from\n'
    await partners().createManyCsv({ text: `${head}A,both,1 Street,NY,Ann,Buyer,wholesaler,1,federal,NY Board,2026-01-01\n` })
    const next = `${head}A,both,1 Street,NJ,Ann,Director,wholesaler,1,federal,NJ Board,2026-01-01\n`
    const plan = await partners().createCsvPreview({ text: next })
    expect(plan.lines[0]?.words).toEqual([
      '1 Street state: NY → NJ',
      'Ann title: Buyer → Director',
      'license 1 issued by: NY Board → NJ Board',
    ])
    await partners().createManyCsv({ text: next })
    expect((await partners().createCsvPreview({ text: next })).counts).toMatchObject({ unchanged: 1, changed: 0 })
  })
})

describe('a partner check of an order', () => {
  test('requires a decision about goods from a deactivated partner', async () => {
    const order = await addOrder(customer, { sender })
    const { id } = await make()
    await partners().updateDeactivateOne({ id, reason: 'caught with false papers' })
    expect(await partners(customer.staff).readOneByDocumentid({ documentId: order.id })).toMatchObject({
      partner: { isActive: false },
      mustAsk: true,
    })
    await partners(customer.staff).createOneStop({ documentId: order.id, choice: 'hold', reason: 'ask the boss' })
    expect(await partners(customer.staff).readOneByDocumentid({ documentId: order.id })).toMatchObject({ mustAsk: false })
  })

  test('still judges an order by the US state of its location after the location was closed', async () => {
    const order = await addOrder(customer, { sender })
    const { id } = await make()
    const states = await t.as(customer.admin).state.readAll()
    const stateId = states.find(({ code }) => code === 'NY')?.id ?? 0
    await partners().createOneLicense({ tradingPartnerId: id, kind: 'wholesaler', number: '1', stateId, validFrom: '2026-01-01' })
    const ask = () => partners().readOneByDocumentid({ documentId: order.id })
    expect(await ask()).toMatchObject({ authorization: { status: 'notAuthorized', state: { code: 'KY' } }, mustAsk: true })
    await t.as(customer.admin).location.updateCloseOne({ customerLocationId: customer.main.id, reason: 'moved out' })
    expect(await ask()).toMatchObject({ authorization: { status: 'notAuthorized', state: { code: 'KY' } }, mustAsk: true })
  })
})

test('details of another location’s partner are reported as nonexistent', async () => {
  const partner = await make({
    customerLocationId: customer.main.id,
    addresses: [{ addressLineOne: '1 Street', addressType: 'physical' }],
    contacts: [{ firstName: 'Ann', contactDetails: [{ contactType: 'phone', contactDetail: '1' }] }],
    accountNumbers: ['A-1'],
  })
  const calls = partners(customer.elsewhere)
  const [gln, address, contact, account] = [partner.globalLocationNumbers, partner.addresses, partner.contacts, partner.accountNumbers].map(
    ([one]) => one?.id ?? 0,
  )
  const detail = partner.contacts[0]?.contactDetails[0]?.id ?? 0
  const said = (call: Promise<unknown>) => call.then(String, (error: Error) => error.message)
  for (const [id, call] of [
    [gln, (of: number) => calls.deleteOneGloballocationnumber({ id: of })],
    [address, (of: number) => calls.deleteOneAddress({ id: of })],
    [contact, (of: number) => calls.deleteOneContact({ id: of })],
    [detail, (of: number) => calls.deleteOneContactdetail({ id: of })],
    [account, (of: number) => calls.updateOneAccountnumber({ id: of, accountNumber: 'B' })],
    [contact, (of: number) => calls.createOneContactdetail({ tradingPartnerContactId: of, contactType: 'phone', contactDetail: '2' })],
  ] as const)
    expect(await said(call(id ?? 0))).toBe(await said(call(4_711_000)))
})

test('a partner’s page lists the open incidents about products that the partner sold to the location for which the partner is listed', async () => {
  const { id } = await make()
  const branch = await make({ customerLocationId: customer.branch.id, name: 'Of the branch' })
  const order = await addOrder(customer, { sender })
  const steps = makeSteps(() => ({ t, customer, order }))
  t.clock.set('2026-11-02T15:00:00Z')
  const story = async (partnerId = id) => (await partners().readOneStory({ id: partnerId })).incidents
  const [med] = await t.query<{ gtin: string }>('select gtin from med where customer_id = $1 and serial_number = $2', [
    customer.customerId,
    order.serials[0],
  ])
  // An incident about another product is not listed, although a package of that product may have the same serial number.
  await steps.send({ ndc: '5555-4444-33', nameOfProduct: 'Another product' })
  expect(await story()).toEqual([])
  await steps.send({ ndc: ndcFromGtin(med?.gtin ?? '') ?? '' })
  expect(await story()).toMatchObject([{ productName: 'Amoxicillin 500 mg capsules' }])
  expect(await story(branch.id)).toEqual([])
})

test('a partner’s notices are those sent to one of its addresses or addressed to its name', async () => {
  const { id } = await make({
    contacts: [{ firstName: 'Ann', contactDetails: [{ contactType: 'email', contactDetail: 'Ann@northway.tst' }] }],
  })
  const other = await make({ name: 'Southway', globalLocationNumbers: [] })
  const order = await addOrder(customer, { sender })
  t.clock.set('2026-11-02T15:00:00Z')
  const steps = makeSteps(() => ({ t, customer, order }))
  const { id: incidentId } = await steps.send()
  const partnersNotified = [
    { name: 'Northway Inc', emailAddress: 'ann@northway.tst' },
    { name: 'southway', emailAddress: 'x@south.tst' },
    { name: 'Nobody', emailAddress: 'y@nobody.tst' },
  ]
  await steps.calls().createManyNotices({ incidentId, subject: 'Notice', body: 'Dear {partner}', partners: partnersNotified })
  expect((await partners().readOneStory({ id })).notices).toMatchObject([{ incidentId, to: ['ann@northway.tst'] }])
  expect((await partners().readOneStory({ id: other.id })).notices).toMatchObject([{ to: ['x@south.tst'] }])
  // People without access to the incident's location see none of its data.
  expect((await partners(customer.elsewhere).readOneStory({ id })).notices).toEqual([])
})
