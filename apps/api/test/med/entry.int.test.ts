import { gtinFromNdc, ndcFromGtin, toGtin14 } from '@seriatim/gs1'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedDrugs } from '../../src/seed/demo-drugs.ts'
import { useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, importText, mark, newCustomer, type TestCustomer } from '../make.ts'
import { makeRestClient, type Rest } from '../rest/client.ts'

const t = useTestDb()
let customer: TestCustomer
let rest: Rest
let lead: Rest
beforeAll(async () => {
  t.clock.set('2026-05-14T15:00:00Z')
  await seedDrugs(t.deps.systemPool)
  customer = await newCustomer(t)
  const app = await t.app()
  rest = makeRestClient(app, await t.signIn(customer.staff))
  lead = makeRestClient(app, await t.signIn(customer.lead))
})

const PATH = '/med/create/one'
const GTIN = '00388010500605'
/** Returns the input for typing in the metformin package of the samples, with every field filled in. */
const whole = (more: object = {}) => ({
  serialNumber: mark().toUpperCase().slice(-18),
  gtin: GTIN,
  lotNumber: 'LOT-7',
  expirationDate: '2028-04-30',
  ndc: '8801-0500-60',
  medName: 'Metformin HCl',
  manufacturerName: 'Alderbrook Pharma',
  locationId: customer.main.id,
  ...more,
})
const count = async (serial: string) =>
  (
    await t.query<{ n: number }>('select count(*)::int as n from med where customer_id = $1 and serial_number = $2', [
      customer.customerId,
      serial,
    ])
  )[0]?.n

describe('typing in a pedigree', () => {
  test('[ENTRY-010 ENTRY-011 ENTRY-012 REST-011] stores the documented values and returns the med', async () => {
    const typed = whole()
    const { status, json } = await rest.post(PATH, typed)
    expect(status).toBe(200)
    const med = {
      id: expect.any(Number),
      serialNumber: typed.serialNumber,
      lotNumber: 'LOT-7',
      expirationDate: '2028-04-30',
      gtin: GTIN,
      ndc: '8801-0500-60',
      timeStamp: '2026-05-14T15:00:00.000Z',
      createdBy: { firstName: 'Staff', lastName: 'Tester' },
    }
    expect(json).toEqual({ ...med, outcome: 'created' })
    expect((await rest.get(`/med/read/one/by/id?medId=${json.id}`)).json).toMatchObject({
      med,
      redbook: { ndc: '8801-0500-60' },
      redbookDetail: { medName: 'Metformin HCl', manufacturerName: 'Alderbrook Pharma', dateCreated: '2026-05-14T15:00:00.000Z' },
      createdBy: { firstName: 'Staff', lastName: 'Tester' },
      customer: { name: customer.name },
      customerLocation: { name: 'Main' },
      attachments: [],
      isEpcisGenerated: false,
      received: null,
      orders: [],
    })
    expect((await rest.get(`/med/read/many/by/locationid?locationId=${customer.main.id}&limit=1`)).json).toMatchObject([{ med }])
    const search = `/med/read/many/by/search?serialNumber=${typed.serialNumber}&medName=metformin&ndc=0880105`
    expect((await rest.get(search)).json).toMatchObject([{ id: json.id, receivedBy: { firstName: 'Staff' }, dateReceived: med.timeStamp }])
    expect(await t.query('select action, user_id::int as by, subject_id::int as id from audit where subject_id = $1', [json.id])).toEqual([
      { action: 'med.create', by: customer.staff.userId, id: json.id },
    ])
  })

  test('[ENTRY-009] requires only a serial number and a location; blank, absent and null are the same', async () => {
    for (const blank of [{}, { gtin: '', ndc: ' ', lotNumber: null, expirationDate: '', medName: null, manufacturerName: '\t' }]) {
      const serialNumber = mark().slice(-18)
      const { status, json } = await rest.post(PATH, { serialNumber: ` ${serialNumber} `, locationId: customer.main.id, ...blank })
      expect(status).toBe(200)
      expect(json).toMatchObject({ serialNumber, gtin: null, ndc: null, lotNumber: null, expirationDate: null })
    }
  })

  test.each([
    ['no serial number', { serialNumber: ' ' }, /Scan or type a serial number/, 'serialNumber'],
    ['a whole barcode as the serial number', { serialNumber: `01${GTIN}21ABCDEF12345` }, /at most 20/, 'serialNumber'],
    ['a serial number that no barcode can contain', { serialNumber: 'Ä1' }, /Invalid serial number/, 'serialNumber'],
    ['markup', { serialNumber: '<script>`' }, /Invalid serial number/, 'serialNumber'],
    ['letters in the GTIN', { gtin: '0038801050060X' }, /digits only/, 'gtin'],
    ['a truncated GTIN', { gtin: '0038801050' }, /14 digits/, 'gtin'],
    ['a wrong check digit', { gtin: '00388010500606' }, /last digit doesn’t match/, 'gtin'],
    ['a lot number that is too long', { lotNumber: 'L'.repeat(21) }, /Invalid lot/, 'lotNumber'],
    ['a nonexistent day', { expirationDate: '2027-02-30' }, /not a valid date/, 'expirationDate'],
    ['a date in another format', { expirationDate: '04/30/2028' }, /YYYY-MM-DD/, 'expirationDate'],
    ['an invalid NDC', { ndc: '123' }, /Invalid NDC/, 'ndc'],
    ['the NDC of another product', { ndc: '88123-204-90' }, /does not match the one in the GTIN/, 'ndc'],
    ['an endless name', { medName: 'x'.repeat(301) }, /more than 300/, 'medName'],
    ['an endless manufacturer', { manufacturerName: 'x'.repeat(301) }, /more than 300/, 'manufacturerName'],
    ['no location', { locationId: 0 }, /Choose the location/, 'locationId'],
  ])('refuses %s with a message, and stores nothing', async (_, change, sentence, field) => {
    const typed = whole(change)
    const before = await t.query('select count(*)::int as n from med')
    const { status, json } = await rest.post(PATH, typed)
    expect([status, json.type, json.payload.class]).toEqual([400, 'ERROR', 'error'])
    expect(json.payload.msg).toMatch(sentence)
    await expect(t.as(customer.staff).med.createOne(typed)).rejects.toMatchObject({ cause: { facts: { field } } })
    expect(await t.query('select count(*)::int as n from med')).toEqual(before)
  })

  test('refuses a NUL character and values that are not text, without an internal error', async () => {
    for (const typed of [whole({ medName: 'a\u0000b' }), whole({ gtin: 388010500605 }), whole({ lotNumber: { $ne: '' } }), [], null])
      expect((await rest.post(PATH, typed as object)).status).toBe(400)
  })

  test('stores a GTIN with 14 digits, however it is written', async () => {
    const upc = GTIN.slice(2)
    for (const gtin of [upc, `0${upc}`, '0 03 88010 50060 5'])
      expect((await rest.post(PATH, whole({ gtin, ndc: '' }))).json).toMatchObject({ gtin: GTIN, ndc: ndcFromGtin(GTIN) })
    const foreign = toGtin14('4012345678901')
    expect((await rest.post(PATH, whole({ gtin: '4012345678901', ndc: '' }))).json).toMatchObject({
      gtin: foreign.ok ? foreign.value : '',
      ndc: null,
    })
    expect((await rest.post(PATH, whole({ gtin: '4012345678901', ndc: '8801-0010-30' }))).json).toMatchObject({ ndc: '8801-0010-30' })
  })

  test('is possible only at the user’s own locations', async () => {
    for (const locationId of [customer.branch.id, 999_999]) {
      const { status, json } = await rest.post(PATH, whole({ locationId }))
      expect([status, json.payload.msg]).toEqual([404, 'This location does not exist, or you cannot access it.'])
    }
    expect((await lead.post(PATH, whole({ locationId: customer.branch.id }))).status).toBe(200)
  })
})

describe('typing in a known package', () => {
  test('fills in blanks, and a blank never removes a value', async () => {
    const typed = whole()
    const { serialNumber, gtin, locationId } = typed
    const first = await rest.post(PATH, { serialNumber, gtin, locationId })
    const second = await rest.post(PATH, typed)
    expect(second.json).toMatchObject({ id: first.json.id, outcome: 'merged', lotNumber: 'LOT-7', expirationDate: '2028-04-30' })
    expect((await rest.get(`/med/read/one/by/id?medId=${first.json.id}`)).json.redbookDetail).toMatchObject({
      medName: 'Metformin HCl',
      manufacturerName: 'Alderbrook Pharma',
    })
    expect((await rest.post(PATH, { serialNumber, gtin, locationId })).json).toMatchObject({
      id: first.json.id,
      outcome: 'known',
      lotNumber: 'LOT-7',
      expirationDate: '2028-04-30',
      ndc: second.json.ndc,
    })
    expect(await count(serialNumber)).toBe(1)
  })

  test.each([
    ['lotNumber', 'LOT-8', /a different lot: LOT-7/],
    ['expirationDate', '2028-05-31', /a different expiration date: 04\/30\/2028\./],
    ['expirationDate', '2028-05', /a different expiration date: 04\/30\/2028\./],
    ['medName', 'Lisinopril', /a different med name: Metformin HCl/],
    ['manufacturerName', 'Fenwick', /a different manufacturer: Alderbrook Pharma/],
  ])('is refused with a message that names the field that differs: %s', async (field, value, sentence) => {
    const typed = whole()
    const { json: med } = await rest.post(PATH, typed)
    const { status, json } = await rest.post(PATH, { ...typed, [field]: value })
    expect([status, json.payload.msg]).toEqual([409, expect.stringMatching(sentence)])
    const again = t.as(customer.staff).med.createOne({ ...typed, [field]: value })
    await expect(again).rejects.toMatchObject({ cause: { facts: { field, medId: med.id } } })
  })

  test('compares an expiration date without a day by its month, and stores the last day of that month', async () => {
    const first = whole({ expirationDate: '2028-04-15' })
    await rest.post(PATH, first)
    expect((await rest.post(PATH, { ...first, expirationDate: '2028-04' })).json).toMatchObject({
      outcome: 'known',
      expirationDate: '2028-04-15',
    })
    expect((await rest.post(PATH, whole({ expirationDate: '2028-02' }))).json).toMatchObject({ expirationDate: '2028-02-29' })
  })

  test('ignores differences in letter case, in the layout of the NDC, and between the names of the drug in the drug reference', async () => {
    const typed = whole()
    await rest.post(PATH, { ...typed, ndc: '8801050060' })
    for (const other of [{ medName: ' METFORMIN  hcl' }, { medName: 'metformin hydrochloride' }, { ndc: '08801-0500-60' }])
      expect((await rest.post(PATH, { ...typed, ...other })).json).toMatchObject({ outcome: 'known' })
  })

  test('treats the same serial number with another GTIN, without a GTIN or at another location as a different package', async () => {
    const typed = whole()
    const { serialNumber } = typed
    const ids = new Set<number>()
    for (const change of [
      {},
      { gtin: gtinFromNdc('8801-0010-30'), ndc: '8801-0010-30', medName: 'Lisinopril' },
      { locationId: customer.branch.id },
      { gtin: '' },
    ])
      ids.add((await lead.post(PATH, { ...typed, ...change })).json.id)
    expect(ids.size).toBe(4)
    // Without a GTIN, entering the same values finds the med on file, and entering different values creates a new med.
    expect((await lead.post(PATH, { ...typed, gtin: '' })).json).toMatchObject({ outcome: 'known' })
    expect((await lead.post(PATH, { ...typed, gtin: '', lotNumber: '' })).json).toMatchObject({ outcome: 'created' })
    expect(await count(serialNumber)).toBe(5)
  })

  test('stores the new values under the same id if the package was voided, and keeps the earlier value of a blank field', async () => {
    const typed = whole()
    const { json: first } = await rest.post(PATH, typed)
    await t.as(customer.staff).med.updateVoidOne({ medId: first.id })
    const again = { ...typed, lotNumber: 'LOT-8', medName: 'Metformin', expirationDate: '' }
    expect((await rest.post(PATH, again)).json).toMatchObject({
      id: first.id,
      outcome: 'merged',
      lotNumber: 'LOT-8',
      expirationDate: first.expirationDate,
    })
    expect((await rest.get(`/med/read/one/by/id?medId=${first.id}`)).json).toMatchObject({
      voided: null,
      redbookDetail: { medName: 'Metformin', manufacturerName: 'Alderbrook Pharma' },
    })
    expect((await rest.post(PATH, typed)).status).toBe(409)
  })

  test('creates one record if two people save it concurrently', async () => {
    const typed = whole()
    const answers = await Promise.all([rest, lead, rest, lead].map((one) => one.post(PATH, typed)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map((answer) => answer.json.id)).size).toBe(1)
    expect(answers.map((answer) => answer.json.outcome).sort()).toEqual(['created', 'known', 'known', 'known'])
  })
})

describe('a typed-in package that a file lists later', () => {
  const listed = async () => {
    const text = documentFor(customer)
    const [, pattern = '', serial = ''] = text.match(/urn:epc:id:sgtin:([\d.]+\.0[\d]+)\.([A-Z0-9]+)<\/epc>/) ?? []
    const [prefix = '', reference = ''] = pattern.split('.')
    const body = `${reference[0]}${prefix}${reference.slice(1)}`
    const gtin = toGtin14(Array.from({ length: 10 }, (_, digit) => body + digit).find((digits) => toGtin14(digits).ok) ?? '')
    return { text, serialNumber: serial, gtin: gtin.ok ? gtin.value : '' }
  }

  test('keeps its id, attachments and typed values, and gets the other values from the file', async () => {
    const { text, serialNumber, gtin } = await listed()
    const { json: typed } = await rest.post(PATH, { serialNumber, gtin, lotNumber: 'MY-LOT', locationId: customer.main.id })
    const attach = {
      groupId: mark(),
      id: '1',
      filename: 'slip.txt',
      contentType: 'text/plain',
      currentPacket: 1,
      totalPackets: 1,
      fileCount: 1,
    }
    const packet = Buffer.from('packing slip').toString('base64')
    expect((await rest.post('/file/upload/medattachment', { ...attach, packet, medId: typed.id })).status).toBe(200)
    const upload = await importText(t, customer.staff, text)
    const { json: pedigree } = await rest.get(`/med/read/one/by/id?medId=${typed.id}`)
    expect(pedigree).toMatchObject({
      isEpcisGenerated: true,
      med: {
        id: typed.id,
        lotNumber: 'MY-LOT',
        timeStamp: typed.timeStamp,
        createdBy: typed.createdBy,
        expirationDate: expect.any(String),
      },
      redbookDetail: { medName: expect.any(String), manufacturerName: expect.any(String) },
      strengthDescription: expect.any(String),
      attachments: [{ filename: 'slip.txt' }],
      orders: [{ documentId: upload.documentId }],
    })
    expect(await count(serialNumber)).toBe(1)
  })

  test('keeps a typed name that differs from the file’s', async () => {
    const { text, serialNumber, gtin } = await listed()
    const { json: typed } = await rest.post(PATH, { serialNumber, gtin, medName: 'Own words', locationId: customer.main.id })
    await importText(t, customer.staff, text)
    expect((await rest.get(`/med/read/one/by/id?medId=${typed.id}`)).json.redbookDetail).toMatchObject({ medName: 'Own words' })
  })
})

test('A package from a supplier’s file that somebody types in is reported as known, and stays unchanged', async () => {
  const order = await addOrder(customer)
  const [serialNumber = ''] = order.serials
  const { json } = await rest.get(`/med/read/many/by/search?serialNumber=${serialNumber}`)
  const [med] = json
  const typed = {
    serialNumber,
    gtin: med.gtin,
    lotNumber: med.lotNumber,
    expirationDate: med.expirationDate,
    locationId: customer.main.id,
  }
  expect((await rest.post(PATH, typed)).json).toMatchObject({ id: med.id, outcome: 'known' })
  expect((await rest.get(`/med/read/many/by/search?serialNumber=${serialNumber}`)).json).toEqual(json)
})
