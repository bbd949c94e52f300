import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, importText, newCustomer, type TestCustomer } from '../make.ts'
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

const address = {
  stateId: 1,
  type: 'shipping',
  addressLineOne: 'Grove',
  addressLineTwo: '',
  addressLineThree: '',
  city: 'Hoboken',
  zip: '07030',
  isDefault: false,
}
const admin = () => t.as(customer.admin).location

describe('a new location', () => {
  test('[REST-041 LOC-016 LOC-018 LOC-019] is created from a bare list of addresses and named after the default one', async () => {
    const made = await rest.post('/customerlocation/create/one', [address, { ...address, addressLineOne: 'Dock', isDefault: true }])
    expect(made).toMatchObject({
      status: 200,
      json: {
        name: 'Dock',
        customerLocationDefaultAddress: { addressLineOne: 'Dock', isDefault: true },
        customerLocationAddresses: [
          { addressLineOne: 'Dock', isDefault: true },
          {
            addressLineOne: 'Grove',
            addressLineTwo: null,
            addressLineThree: null,
            city: 'Hoboken',
            stateId: 1,
            state: { name: 'Alabama', code: 'AL' },
            zip: '07030',
            type: 'shipping',
            isDefault: false,
          },
        ],
        customerLocationGlobalLocationNumbers: [],
      },
    })
    const wrapped = await rest.post('/customerlocation/create/one', { addresses: [address], customerId: 4711 })
    expect(wrapped.json).toMatchObject({ name: 'Grove', customerLocationDefaultAddress: { isDefault: true } })
  })

  test('[LOC-013] has exactly one default address, whatever the call sends', async () => {
    const both = ['Left', 'Right'].map((addressLineOne) => ({ ...address, type: 'physical' as const, addressLineOne, isDefault: true }))
    const made = await admin().createOne({ addresses: both })
    expect(made.customerLocationAddresses.map((one) => [one.addressLineOne, one.isDefault])).toEqual([
      ['Right', true],
      ['Left', false],
    ])
  })

  test('[LOC-020] can have addresses of three types only', async () => {
    for (const type of ['physical', 'shipping', 'billing'])
      expect((await rest.post('/customerlocation/create/one', [{ ...address, type }])).status).toBe(200)
    expect((await rest.post('/customerlocation/create/one', [{ ...address, type: 'home' }])).status).toBe(400)
    expect((await rest.post('/customerlocation/create/one', [])).status).toBe(400)
    expect(await rest.post('/customerlocation/create/one', [{ ...address, stateId: 4711 }])).toMatchObject({
      status: 400,
      json: { payload: { msg: 'There is no such state.' } },
    })
  })

  test('[ROLE-020] can be created by the customer admin only', async () => {
    for (const other of [customer.lead, customer.staff, customer.elsewhere]) {
      const theirs = makeRestClient(app, await t.signIn(other))
      expect(await theirs.post('/customerlocation/create/one', [address])).toMatchObject({ status: 403 })
      expect(await theirs.put('/customerlocation/update/one/name', { customerLocationId: customer.main.id, name: 'Ours' })).toMatchObject({
        status: 403,
      })
    }
    expect((await admin().readAllByUserid()).map((one) => one.name)).toEqual(['Branch', 'Main'])
  })
})

describe('the number of locations', () => {
  test('[LOC-021 ROLE-024] is limited by the active subscriptions, and goes down when a location is closed', async () => {
    const own = await newCustomer(t, { subscriptions: [['basic', 3]] })
    const theirs = t.as(own.admin).location
    const input = { addresses: [{ ...address, type: 'shipping' as const }] }
    expect(await theirs.readOneLimit()).toEqual({ total: 3, used: 2, unused: 1 })
    const made = await Promise.allSettled([theirs.createOne(input), theirs.createOne(input), theirs.createOne(input)])
    expect(made.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    await expect(theirs.createOne(input)).rejects.toThrow('All your subscriptions are in use')
    await theirs.updateCloseOne({ customerLocationId: own.branch.id, reason: 'moved away' })
    expect(await theirs.readOneLimit()).toEqual({ total: 3, used: 2, unused: 1 })
    await theirs.createOne(input)
    await expect(theirs.updateReopenOne({ customerLocationId: own.branch.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('a location', () => {
  test('[REST-043 REST-044 LOC-017] is read with its addresses and GLNs', async () => {
    const expected = {
      id: customer.main.id,
      name: 'Main',
      globalLocationNumber: customer.main.gln,
      customerLocationAddresses: [{ addressLineOne: 'Main', addressLineTwo: '1 Main Street', city: 'Louisville', state: { code: 'KY' } }],
      customerLocationDefaultAddress: { addressLineOne: 'Main' },
      customerLocationGlobalLocationNumbers: [
        {
          isVerified: true,
          disposition: 'BOTH',
          globalLocationNumber: { globalLocationNumber: customer.main.gln, disposition: 'BOTH', isVerified: true },
        },
      ],
    }
    for (const path of ['read/one/by/id', 'read/one/hydrated/by/id']) {
      expect((await rest.get(`/customerlocation/${path}?id=${customer.main.id}`)).json).toMatchObject(expected)
      expect((await rest.get(`/customerlocation/${path}?id=4711`)).status).toBe(404)
    }
  })

  test('[REST-045] is returned with its addresses and GLNs in the list of the caller’s locations', async () => {
    const of = async (user: TestCustomer['staff']) =>
      (await makeRestClient(app, await t.signIn(user)).get('/customerlocation/read/all/hydrated/by/userid')).json.map(
        (one: { name: string; customerLocationAddresses: unknown[]; customerLocationGlobalLocationNumbers: unknown[] }) => [
          one.name,
          one.customerLocationAddresses.length,
          one.customerLocationGlobalLocationNumbers.length,
        ],
      )
    expect(await of(customer.admin)).toEqual([
      ['Branch', 1, 1],
      ['Main', 1, 1],
    ])
    expect(await of(customer.staff)).toEqual([['Main', 1, 1]])
  })

  test('[REST-047 LOC-008 LOC-019] can be renamed, which also changes the first line of its default address', async () => {
    const renamed = await rest.put('/customerlocation/update/one/name', { customerLocationId: customer.main.id, name: ' 19 Grove Street ' })
    expect(renamed.json).toMatchObject({ name: '19 Grove Street', customerLocationDefaultAddress: { addressLineOne: '19 Grove Street' } })
    expect((await admin().readAllByUserid()).map((one) => one.name)).toEqual(['19 Grove Street', 'Branch'])
  })

  test('[REST-042] can get another address, and takes that address’s first line as its name if the address becomes the default', async () => {
    const { main } = customer
    const added = await rest.post('/customerlocation/create/address', { ...address, customerLocationId: main.id })
    expect(added.json).toMatchObject({ name: 'Main', customerLocationAddresses: [{ addressLineOne: 'Main' }, { addressLineOne: 'Grove' }] })
    const other = await rest.post('/customerlocation/create/address', {
      ...address,
      addressLineOne: 'Dock',
      isDefault: true,
      customerLocationId: main.id,
    })
    expect(other.json).toMatchObject({ name: 'Dock', customerLocationDefaultAddress: { addressLineOne: 'Dock' } })
    expect(other.json.customerLocationAddresses.filter((one: { isDefault: boolean }) => one.isDefault)).toHaveLength(1)
  })

  test('[REST-046] can have its addresses changed', async () => {
    const before = await admin().readOneById({ id: customer.main.id })
    const id = before.customerLocationAddresses[0]?.id ?? 0
    const changed = await rest.put('/customerlocation/update/one/address', { ...address, id, addressLineOne: 'Main 2', city: '' })
    expect(changed.json).toMatchObject({
      name: 'Main 2',
      customerLocationAddresses: [{ id, addressLineOne: 'Main 2', city: null, isDefault: true }],
    })
    expect((await rest.put('/customerlocation/update/one/address', { ...address, id: 4711 })).status).toBe(404)
  })

  test('[REST-048 LOC-014] allows an address to be deleted as long as another one remains', async () => {
    const path = '/customerlocation/delete/one/address?customerLocationAddressId='
    const { customerLocationAddresses: two } = await admin().createAddress({
      ...address,
      type: 'billing',
      customerLocationId: customer.main.id,
    })
    const deleted = await rest.delete(`${path}${two[0]?.id}`)
    expect(deleted).toMatchObject({
      status: 200,
      json: { name: 'Grove', customerLocationAddresses: [{ id: two[1]?.id, isDefault: true }] },
    })
    expect(await rest.delete(`${path}${two[1]?.id}`)).toMatchObject({
      status: 409,
      json: { payload: { msg: expect.stringContaining('needs at least one address') } },
    })
  })

  test('that is closed accepts nothing new, keeps its history and can be reopened', async () => {
    const { branch } = customer
    const closed = await admin().updateCloseOne({ customerLocationId: branch.id, reason: 'moved away' })
    expect(closed.closed).toMatchObject({ reason: 'moved away', by: { firstName: 'Admin' } })
    expect((await admin().readAllByUserid()).map((one) => one.name)).toEqual(['Main'])
    const text = documentFor(customer, { receiver: branch.party })
    const waiting = await importText(t, customer.admin, text)
    expect(waiting.outcome.kind).toBe('notAddressed')
    // The branch's GLN is on file already, so it is not listed as missing.
    expect(await t.as(customer.admin).gln.readManyMissing()).toEqual([])
    const entry = { locationId: branch.id, serialNumber: 'TYPED-1', medName: 'Amoxicillin' }
    await expect(t.as(customer.admin).med.createOne(entry)).rejects.toThrow('This location is closed')
    await expect(admin().updateCloseOne({ customerLocationId: branch.id, reason: 'again' })).rejects.toThrow('closed')
    await expect(admin().updateCloseOne({ customerLocationId: customer.main.id, reason: 'too' })).rejects.toThrow('only open location')
    expect((await admin().updateReopenOne({ customerLocationId: branch.id })).closed).toBeNull()
    // Files that arrived while the location was closed are read again as soon as it reopens.
    await t.runJobs()
    expect(await t.as(customer.admin).file.readOneUpload({ uploadId: waiting.id })).toMatchObject({
      status: 'imported',
      locationName: 'Branch',
    })
    expect((await importText(t, customer.admin, documentFor(customer, { receiver: branch.party }))).outcome.kind).toBe('made')
  })

  test('may own goods that another location receives', async () => {
    const { main, branch } = customer
    expect((await admin().updateOneOwner({ customerLocationId: branch.id, ownerLocationId: main.id })).owner).toEqual({
      id: main.id,
      name: 'Main',
    })
    await expect(admin().updateOneOwner({ customerLocationId: branch.id, ownerLocationId: branch.id })).rejects.toThrow(
      'owner of its own goods',
    )
    // Repeating the call changes nothing and reports nothing.
    await admin().updateOneOwner({ customerLocationId: branch.id, ownerLocationId: main.id })
    await admin().updateOneOwner({ customerLocationId: branch.id, ownerLocationId: null })
    const audited = await t.query<{ detail: unknown }>(
      `select detail from audit where customer_id = $1 and action = 'location.setOwner' order by id`,
      [customer.customerId],
    )
    const none = { owner: null, ownerLocationId: null }
    const ours = { owner: 'Main', ownerLocationId: main.id }
    expect(audited.map(({ detail }) => detail)).toEqual([
      { before: none, after: ours },
      { before: ours, after: none },
    ])
  })

  test('lets its users view, but not change, goods that it owns and another location receives', async () => {
    const { main, branch, elsewhere } = customer
    const order = await addOrder(customer)
    const of = (user = elsewhere) => t.as(user)
    await expect(of().order.readOneById({ documentId: order.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await admin().updateOneOwner({ customerLocationId: main.id, ownerLocationId: branch.id })
    const goodsOwner = { id: branch.id, name: 'Branch' }
    // The first user belongs to the location that owns the goods, the second to the one that receives them.
    for (const user of [elsewhere, customer.staff])
      expect(await of(user).order.readOneById({ documentId: order.id })).toMatchObject({
        goodsOwner,
        customerLocationName: 'Main',
        isReadOnly: user === elsewhere,
      })
    expect((await of().order.readManySearch({})).items).toMatchObject([{ documentId: order.id, isReadOnly: true }])
    // REST and the screens show the same data.
    const byLocation = await makeRestClient(app, await t.signIn(elsewhere)).get(`/med/read/many/by/locationid?locationId=${main.id}`)
    expect(byLocation).toMatchObject({ status: 200, json: { length: 3 } })
    expect(await of().location.readManyOwned()).toEqual([{ id: main.id, name: 'Main', owner: goodsOwner }])
    const [med] = await t.query<{ id: number }>(
      'select med_id::int as id from document_med where customer_id = $1 and med_id is not null',
      [customer.customerId],
    )
    expect(await of().med.readOneById({ medId: med?.id ?? 0 })).toMatchObject({ goodsOwner, isReadOnly: true })
    expect(await of(customer.staff).med.readOneById({ medId: med?.id ?? 0 })).toMatchObject({ isReadOnly: false })
    // The goods owner can see the goods but nothing else of the other location, such as its partners and tickets, and can neither receive the goods
    // nor put them on hold.
    const partner = await t.as(customer.staff).tradingPartner.createOne({ name: 'Theirs', type: 'both', customerLocationId: main.id })
    await expect(of().tradingPartner.readOneTradingpartnerById({ id: partner.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await importText(t, customer.staff, documentFor(customer, { faults: ['missingReadPoint'] }))
    expect((await of(customer.staff).documentException.readManyByFilters({})).items).toHaveLength(1)
    expect((await of().documentException.readManyByFilters({})).items).toEqual([])
    const receive = of().order.updateReceiveAllByDocumentid({ documentId: order.id })
    await expect(receive).rejects.toMatchObject({ code: expect.stringMatching(/NOT_FOUND|FORBIDDEN/) })
    const hold = of().med.createOneHold({ target: { documentId: order.id }, reason: 'not mine' })
    await expect(hold).rejects.toMatchObject({ code: expect.stringMatching(/NOT_FOUND|FORBIDDEN/) })
    // The goods owner's location list contains only its own location, so its forms cannot create anything at the location that receives the goods.
    expect((await of().location.readAllByUserid()).map((one) => one.name)).toEqual(['Branch'])
    await admin().updateOneOwner({ customerLocationId: main.id, ownerLocationId: null })
    await expect(of().order.readOneById({ documentId: order.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('[REST-071 PARTNER-029] states are returned with id, name and code', async () => {
  const { json } = await makeRestClient(app, await t.signIn(customer.staff)).get('/state/read/all')
  expect(json.length).toBeGreaterThan(50)
  expect(json[0]).toEqual({ id: expect.any(Number), name: 'Alabama', code: 'AL' })
})

test('a location’s time zone, phone, NPI and license are stored, and the trail keeps the previous values', async () => {
  const admin = t.as(customer.admin)
  const facts = { timeZone: 'America/Denver', phone: '(303) 555-0140', npi: '1234567893', licenseNumber: 'PDO.1234' }
  const changed = await admin.location.updateOneFacts({ customerLocationId: customer.main.id, ...facts })
  expect(changed).toMatchObject(facts)
  const lines = () => t.query(`select from audit where customer_id = $1 and action = 'location.updateFacts'`, [customer.customerId])
  const before = (await lines()).length
  await admin.location.updateOneFacts({ customerLocationId: customer.main.id, ...facts })
  expect(await lines()).toHaveLength(before)
  const cleared = await admin.location.updateOneFacts({ customerLocationId: customer.main.id, timeZone: 'America/Denver', phone: ' ' })
  expect(cleared).toMatchObject({ phone: null, npi: null, licenseNumber: null })
  const wrong = (change: object) => admin.location.updateOneFacts({ customerLocationId: customer.main.id, ...facts, ...change })
  await expect(wrong({ npi: '1234567890' })).rejects.toThrow()
  await expect(wrong({ timeZone: 'Moon/Base' })).rejects.toThrow()
  const made = await admin.location.createOne({
    addresses: [{ addressLineOne: 'Branch', type: 'shipping' }],
    timeZone: 'Pacific/Honolulu',
  })
  expect(made.timeZone).toBe('Pacific/Honolulu')
})
