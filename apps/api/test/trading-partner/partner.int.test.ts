import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { freeGln } from '../gln/gln.samples.ts'
import { addOrder, newParty } from '../make.ts'
import { makeRestClient, type Rest } from '../rest/client.ts'

const t = useTestDb()
let app: FastifyInstance
const customer = useCustomer(t)
let rest: Rest
beforeAll(async () => {
  app = await t.app()
})
beforeEach(async () => {
  rest = makeRestClient(app, await t.signIn(customer.admin))
})

const partners = (of = customer.admin) => t.as(of).tradingPartner
const address = { addressLineOne: '1180 Dock Street', addressType: 'physical' as const }
const make = (name: string, more: object = {}) => partners().createOne({ customerLocationId: null, name, type: 'upstream', ...more })

describe('partners over REST', () => {
  test('[REST-053 PARTNER-017 PARTNER-019 PARTNER-018 PARTNER-024 PARTNER-026] can be created with all of their details', async () => {
    const gln = freeGln()
    const made = await rest.post('/tradingpartner/create/one', {
      customerLocationId: null,
      name: '  Northway Wholesale ',
      type: 'upstream',
      globalLocationNumbers: [gln],
      addresses: [{ ...address, name: '', addressLineTwo: '', city: 'Newark', stateId: 31, postalCode: '07114' }],
      contacts: [
        { firstName: 'Marta', lastName: '', title: '', contactDetails: [{ contactType: 'phone', contactDetail: '(201) 555-0118' }] },
      ],
      accountNumbers: ['PAP-204418'],
    })
    const anId = expect.any(Number)
    expect(made).toMatchObject({
      status: 200,
      json: {
        id: anId,
        name: 'Northway Wholesale',
        type: 'upstream',
        customerLocationId: null,
        globalLocationNumbers: [{ id: anId, globalLocationNumber: gln }],
        addresses: [
          {
            id: anId,
            name: null,
            addressLineOne: '1180 Dock Street',
            addressLineTwo: null,
            city: 'Newark',
            stateId: 31,
            state: { name: 'New Jersey' },
            postalCode: '07114',
            addressType: 'physical',
          },
        ],
        contacts: [
          {
            id: anId,
            firstName: 'Marta',
            lastName: null,
            title: null,
            contactDetails: [{ id: anId, contactType: 'phone', contactDetail: '(201) 555-0118' }],
          },
        ],
        accountNumbers: [{ id: anId, accountNumber: 'PAP-204418' }],
      },
    })
  })

  test('[PARTNER-025 PARTNER-027 PARTNER-028] can be created from the details of another partner, in the format in which they were returned', async () => {
    const first = await make('First', { globalLocationNumbers: [freeGln()], accountNumbers: ['1'], contacts: [{ firstName: 'Ravi' }] })
    const { id: _, ...entries } = (await rest.get(`/tradingpartner/read/one/tradingpartner/by/id?id=${first.id}`)).json
    const copy = await rest.post('/tradingpartner/create/one', { ...entries, name: 'Copy' })
    expect(copy.json).toMatchObject({
      globalLocationNumbers: [{ globalLocationNumber: first.globalLocationNumbers[0]?.globalLocationNumber }],
      accountNumbers: [{ accountNumber: '1' }],
      contacts: [{ firstName: 'Ravi', contactDetails: [] }],
    })
    expect(copy.json.globalLocationNumbers[0].id).not.toBe(first.globalLocationNumbers[0]?.id)
  })

  test('[REST-059] can be read by id', async () => {
    const { id } = await make('Northway')
    expect((await rest.get(`/tradingpartner/read/one/tradingpartner/by/id?id=${id}`)).json).toMatchObject({ id, name: 'Northway' })
    expect((await rest.get('/tradingpartner/read/one/tradingpartner/by/id?id=4711')).status).toBe(404)
  })

  test('[REST-060 PARTNER-001 PARTNER-031] are searched by name, GLN, city, state and type, and all filters are combined', async () => {
    const gln = freeGln()
    await make('Northway Wholesale', { globalLocationNumbers: [gln], addresses: [{ ...address, city: 'Newark', stateId: 31 }] })
    await make('Northway Returns', { type: 'downstream', addresses: [{ ...address, city: 'Albany', stateId: 33 }] })
    await make('South (100%_)', { type: 'both' })
    const found = async (query: string) =>
      (await rest.get(`/tradingpartner/read/many/tradingpartners/search?${query}`)).json.map((one: { name: string }) => one.name)
    expect(await found('')).toEqual(['Northway Returns', 'Northway Wholesale', 'South (100%_)'])
    expect(await found('name=&gln=&city=&stateId=&type=')).toHaveLength(3)
    expect(await found('name=NORTH')).toEqual(['Northway Returns', 'Northway Wholesale'])
    expect(await found('name=0%25_')).toEqual(['South (100%_)'])
    expect(await found(`gln=${gln}`)).toEqual(['Northway Wholesale'])
    expect(await found(`gln=${gln.slice(0, 12)}`)).toEqual(['Northway Wholesale'])
    expect(await found(`gln=${gln.slice(1)}`)).toEqual([])
    expect(await found('city=ark')).toEqual(['Northway Wholesale'])
    expect(await found('stateId=33')).toEqual(['Northway Returns'])
    expect(await found('city=ark&stateId=33')).toEqual([])
    expect(await found('type=both')).toEqual(['South (100%_)'])
    expect(await found('name=north&type=downstream')).toEqual(['Northway Returns'])
  })

  test('are paged by key, in either order', async () => {
    const names = ['a', 'B', 'c', 'C', 'd'].map((letter) => `${letter} Supply`)
    for (const name of names) await make(name)
    for (const sortOrder of ['asc', 'desc']) {
      const all: string[] = []
      let cursor = ''
      do {
        const page = await rest.get(
          `/tradingpartner/read/many/tradingpartners/search?limit=2&sortOrder=${sortOrder}${cursor && `&cursor=${cursor}`}`,
        )
        all.push(...page.json.map((one: { name: string }) => one.name))
        cursor = String(page.headers['x-next-cursor'] ?? '')
      } while (cursor)
      expect(sortOrder === 'asc' ? all : all.reverse()).toEqual(names)
    }
  })

  test('[PARTNER-021] have one of three types', async () => {
    for (const type of ['upstream', 'downstream', 'both'])
      expect((await rest.post('/tradingpartner/create/one', { name: 'N', type })).status).toBe(200)
    expect((await rest.post('/tradingpartner/create/one', { name: 'N', type: 'sideways' })).status).toBe(400)
  })

  test('[PARTNER-022] have addresses of four types', async () => {
    const status = async (addressType: string) =>
      (await rest.post('/tradingpartner/create/one', { name: 'N', type: 'both', addresses: [{ addressLineOne: 'x', addressType }] })).status
    for (const type of ['physical', 'mailTo', 'billTo', 'other']) expect(await status(type)).toBe(200)
    expect(await status('home')).toBe(400)
  })

  test('[PARTNER-023] have contact details of four types', async () => {
    const status = async (contactType: string) => {
      const contacts = [{ firstName: 'M', contactDetails: [{ contactType, contactDetail: 'x' }] }]
      return (await rest.post('/tradingpartner/create/one', { name: 'N', type: 'both', contacts })).status
    }
    for (const type of ['phone', 'cell', 'email', 'fax']) expect(await status(type)).toBe(200)
    expect(await status('telex')).toBe(400)
  })

  test('are refused if they have a wrong check digit, a repeated GLN or no name, and nothing is created', async () => {
    const gln = freeGln()
    const refused = async (body: object) => {
      const { status, json } = await rest.post('/tradingpartner/create/one', { name: 'N', type: 'both', ...body })
      return [status, json.payload.msg]
    }
    const wrong = `${gln.slice(0, 12)}${(Number(gln[12]) + 1) % 10}`
    expect(await refused({ globalLocationNumbers: [wrong] })).toEqual([400, expect.stringContaining('last digit')])
    expect(await refused({ globalLocationNumbers: [gln, gln] })).toEqual([409, 'This partner already has this GLN.'])
    expect(await refused({ name: '  ' })).toEqual([400, expect.stringContaining('Enter the name of the partner.')])
    expect((await partners().readManyTradingpartnersSearch({})).items).toEqual([])
  })
})

describe('the details of a partner', () => {
  test('[REST-054 REST-062 REST-066] include GLNs, which can be added, changed and deleted', async () => {
    const { id } = await make('Northway')
    const [first, second] = [freeGln(), freeGln()]
    const added = await partners().createOneGloballocationnumber({ tradingPartnerId: id, globalLocationNumber: `${first} ` })
    const glnId = added.globalLocationNumbers[0]?.id ?? 0
    expect(added.globalLocationNumbers).toEqual([{ id: glnId, globalLocationNumber: first }])
    await expect(partners().createOneGloballocationnumber({ tradingPartnerId: id, globalLocationNumber: first })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    const changed = await partners().updateOneGloballocationnumber({ id: glnId, globalLocationNumber: second })
    expect(changed.globalLocationNumbers).toEqual([{ id: glnId, globalLocationNumber: second }])
    expect((await partners().deleteOneGloballocationnumber({ id: glnId })).globalLocationNumbers).toEqual([])
  })

  test('[REST-055 REST-063 REST-067] include addresses, which are added, changed and deleted', async () => {
    const { id } = await make('Northway')
    const { addresses } = await partners().createOneAddress({ ...address, tradingPartnerId: id, city: 'Newark' })
    const addressId = addresses[0]?.id ?? 0
    const changed = await partners().updateOneAddress({ ...address, id: addressId, addressType: 'billTo', city: '' })
    expect(changed.addresses).toMatchObject([{ id: addressId, addressType: 'billTo', city: null }])
    expect((await partners().deleteOneAddress({ id: addressId })).addresses).toEqual([])
  })

  test('[REST-056 REST-064 REST-068] include contacts, which can be added, changed and deleted', async () => {
    const { id } = await make('Northway')
    const contactDetails = [{ contactType: 'phone' as const, contactDetail: '1' }]
    const { contacts } = await partners().createOneContact({ tradingPartnerId: id, firstName: 'Marta', lastName: 'Lind', contactDetails })
    const [contact] = contacts
    const changed = await partners().updateOneContact({
      id: contact?.id ?? 0,
      firstName: 'Ravi',
      contactDetails: [
        { id: contact?.contactDetails[0]?.id, contactType: 'cell', contactDetail: '2' },
        { contactType: 'email', contactDetail: 'ravi@northway.example' },
      ],
    })
    expect(changed.contacts).toMatchObject([
      {
        id: contact?.id,
        firstName: 'Ravi',
        lastName: null,
        contactDetails: [
          { id: contact?.contactDetails[0]?.id, contactType: 'cell', contactDetail: '2' },
          { contactType: 'email', contactDetail: 'ravi@northway.example' },
        ],
      },
    ])
    const kept = await partners().updateOneContact({ id: contact?.id ?? 0, firstName: 'Ravi' })
    expect(kept.contacts[0]?.contactDetails).toHaveLength(2)
    expect((await partners().deleteOneContact({ id: contact?.id ?? 0 })).contacts).toEqual([])
  })

  test('[REST-057 REST-069] include contact details, which can be added to a contact and deleted from it', async () => {
    const { contacts } = await make('Northway', {
      contacts: [{ firstName: 'Marta' }, { firstName: 'Ravi', contactDetails: [{ contactType: 'fax', contactDetail: '9' }] }],
    })
    const [marta, ravi] = contacts
    const added = await partners().createOneContactdetail({
      tradingPartnerContactId: marta?.id ?? 0,
      contactType: 'email',
      contactDetail: 'traceability@northway.example',
    })
    const detail = added.contacts[0]?.contactDetails[0]
    expect(detail).toMatchObject({ contactType: 'email', contactDetail: 'traceability@northway.example' })
    expect((await partners().deleteOneContactdetail({ id: detail?.id ?? 0 })).contacts[0]?.contactDetails).toEqual([])
    // A contact cannot take over a detail of another contact.
    await expect(
      partners().updateOneContact({
        id: marta?.id ?? 0,
        firstName: 'Marta',
        contactDetails: [{ id: ravi?.contactDetails[0]?.id, contactType: 'fax', contactDetail: '8' }],
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('[REST-058 REST-065 REST-070] include account numbers, which are added, changed and deleted', async () => {
    const { id } = await make('Northway')
    const { accountNumbers } = await partners().createOneAccountnumber({ tradingPartnerId: id, accountNumber: ' PAP-1 ' })
    const accountId = accountNumbers[0]?.id ?? 0
    expect(accountNumbers).toEqual([{ id: accountId, accountNumber: 'PAP-1' }])
    const changed = await partners().updateOneAccountnumber({ id: accountId, accountNumber: 'PAP-2' })
    expect(changed.accountNumbers).toEqual([{ id: accountId, accountNumber: 'PAP-2' }])
    expect((await partners().deleteOneAccountnumber({ id: accountId })).accountNumbers).toEqual([])
  })

  test('[REST-061] can be updated, including name and type', async () => {
    const { id } = await make('Northway')
    expect(await partners().updateOneTradingpartner({ id, name: ' Northway Wholesale ', type: 'both' })).toMatchObject({
      name: 'Northway Wholesale',
      type: 'both',
    })
  })

  test('are recorded in the audit trail, with the previous value of every change', async () => {
    const { id } = await make('Northway', { accountNumbers: ['1'] })
    const { accountNumbers } = await partners().readOneTradingpartnerById({ id })
    await partners().updateOneAccountnumber({ id: accountNumbers[0]?.id ?? 0, accountNumber: '2' })
    await partners().updateOneTradingpartner({ id, name: 'Northway', type: 'upstream' })
    const audited = await t.query<{ action: string; detail: object }>(
      `select action, detail from audit where customer_id = $1 and subject = 'partner' order by id`,
      [customer.customerId],
    )
    expect(audited).toEqual([
      { action: 'partner.new', detail: { name: 'Northway', type: 'upstream', glns: [] } },
      { action: 'partner.updatePart', detail: { before: { accountNumber: '1' }, after: { accountNumber: '2' } } },
    ])
  })
})

describe('ownership of partners', () => {
  test('lets everybody read partners that belong to no location, but lets only the customer admin change such partners', async () => {
    const { id } = await make('Everybody')
    for (const user of [customer.staff, customer.elsewhere, customer.lead]) {
      expect(await partners(user).readOneTradingpartnerById({ id })).toMatchObject({ name: 'Everybody', mayWrite: false })
      await expect(partners(user).updateOneTradingpartner({ id, name: 'Mine', type: 'both' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(partners(user).createOne({ name: 'Mine', type: 'both' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })

  test('[PARTNER-030] lets only people of a location read and write the partners of that location', async () => {
    const made = await partners(customer.staff).createOne({ customerLocationId: customer.main.id, name: 'Ours', type: 'both' })
    expect(made).toMatchObject({ customerLocation: { id: customer.main.id, name: 'Main' }, mayWrite: true })
    expect(await partners(customer.lead).readOneTradingpartnerById({ id: made.id })).toMatchObject({ mayWrite: true })
    await expect(partners(customer.elsewhere).readOneTradingpartnerById({ id: made.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      partners(customer.staff).createOne({ customerLocationId: customer.branch.id, name: 'Theirs', type: 'both' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('lets an owner deactivate a partner, which is then listed separately and keeps all its data', async () => {
    const { id } = await make('Gone', { accountNumbers: ['1'] })
    expect(await partners().updateDeactivateOne({ id, reason: 'closed down' })).toMatchObject({
      deactivated: { reason: 'closed down', by: { firstName: 'Admin' } },
      accountNumbers: [{ accountNumber: '1' }],
    })
    expect((await partners().readManyTradingpartnersSearch({})).items).toEqual([])
    expect((await partners().readManyTradingpartnersSearch({ deactivated: true })).items).toMatchObject([{ id }])
    expect(await partners().updateReactivateOne({ id })).toMatchObject({ deactivated: null })
  })
})

describe('the list of partners', () => {
  test('[PARTNER-004] shows the last order, open items and the authorization of each partner', async () => {
    const sender = newParty('Northway Wholesale')
    const { id } = await make('Northway', { globalLocationNumbers: [sender.owner.gln] })
    const row = async () => (await partners().readManyTradingpartnersSearch({})).items.find((one) => one.id === id)
    expect(await row()).toMatchObject({ lastOrderAt: null, openExceptions: 0, authorization: { status: 'unknown' } })
    t.clock.set('2026-03-02T15:00:00Z')
    const first = await addOrder(customer, { sender, meds: 1 })
    t.clock.set('2026-03-03T15:00:00Z')
    await addOrder(customer, { sender, meds: 1, faults: ['notShipped'] })
    expect(await row()).toMatchObject({ lastOrderAt: '2026-03-03T15:00:00.000Z' })
    const open = await t.query(`select from document_exception where customer_id = $1 and current_error_status = 'OPEN'`, [
      customer.customerId,
    ])
    expect((await row())?.openExceptions).toBe(open.length)
    expect(first.upload.senderName).toBe('Northway Wholesale')
    t.clock.set(new Date())
  })

  test('shows, for each partner, the worst of its authorizations in the states where the customer has locations', async () => {
    const { id } = await make('Northway')
    const [ky] = (await t.as(customer.admin).state.readAll()).filter((state) => state.code === 'KY')
    const valid = { tradingPartnerId: id, kind: 'wholesaler' as const, number: '1', validFrom: '2020-01-01' }
    await partners().createOneLicense({ ...valid, stateId: ky?.id })
    expect((await partners().readManyTradingpartnersSearch({})).items[0]?.authorization).toMatchObject({
      status: 'authorized',
      state: { code: 'KY' },
    })
    await t.as(customer.admin).location.createOne({ addresses: [{ addressLineOne: 'Grove', type: 'shipping', stateId: 31 }] })
    expect((await partners().readManyTradingpartnersSearch({})).items[0]?.authorization).toMatchObject({
      status: 'notAuthorized',
      state: { code: 'NJ' },
      locations: ['Grove'],
    })
  })
})

describe('the licenses of a partner', () => {
  const license = { kind: 'wholesaler' as const, number: '031-04418', validFrom: '2025-01-01', validTo: '2026-10-26' }

  test('determine its authorization for any day, in each US state where the customer has a location', async () => {
    const { id } = await make('Northway')
    const ky = (await t.as(customer.admin).state.readAll()).find((state) => state.code === 'KY')?.id
    await partners().createOneLicense({
      ...license,
      tradingPartnerId: id,
      stateId: ky,
      checkedOn: '2026-06-30',
      checkedWhere: 'State register',
    })
    const answer = await partners().readOneAuthorization({ tradingPartnerId: id, day: '2026-09-16' })
    expect(answer).toMatchObject({
      day: '2026-09-16',
      states: [{ status: 'expiring', until: '2026-10-26', daysLeft: 40, state: { code: 'KY' }, locations: ['Branch', 'Main'] }],
      licenses: [
        { number: '031-04418', state: { code: 'KY' }, standing: 'expiring', checkedOn: '2026-06-30', checkedWhere: 'State register' },
      ],
    })
    expect((await partners().readOneAuthorization({ tradingPartnerId: id, day: '2026-10-27' })).states).toMatchObject([
      { status: 'notAuthorized', since: '2026-10-27' },
    ])
    expect((await partners().readOneAuthorization({ tradingPartnerId: id, day: '2024-01-01' })).states).toMatchObject([
      { status: 'notAuthorized' },
    ])
  })

  test('are changed and removed with a reason, and a removed license no longer counts', async () => {
    const { id } = await make('Northway')
    const { licenses } = await partners().createOneLicense({ ...license, tradingPartnerId: id })
    const licenseId = licenses[0]?.id ?? 0
    const changed = await partners().updateOneLicense({ ...license, id: licenseId, validTo: '' })
    expect(changed.licenses).toMatchObject([{ validTo: null, standing: 'valid' }])
    await expect(partners().updateOneLicense({ ...license, id: licenseId, validTo: '2024-01-01' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    const removed = await partners().deleteOneLicense({ id: licenseId, reason: 'entered twice' })
    expect(removed).toMatchObject({ licenses: [], states: [{ status: 'unknown' }] })
    await expect(partners().deleteOneLicense({ id: licenseId, reason: 'again' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
