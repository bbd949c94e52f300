import type { DispenseQuestion } from '@seriatim/schema'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, newCustomer, PASSWORD, type TestOrder } from '../make.ts'
import { load, makeRecord, ownProducts } from '../recall/recalls.ts'
import { listen, makeV2Client, type V2Client } from '../v2/v2-client.ts'

const t = useTestDb()
const customer = useCustomer(t)
let base: string
let program: V2Client
let order: TestOrder
let gtin: string
let products: ReturnType<typeof ownProducts>
let unit: { gtin: string; serialNumber: string; lotNumber: string; expirationDate: string; medId: number }
beforeAll(async () => {
  base = await listen(await t.app())
})
beforeEach(async () => {
  const { accessToken } = await t
    .as(customer.staff)
    .auth.createOneAccessToken({ name: 'Pharmacy system', days: 30, scopes: ['dispense-checks:write'], password: PASSWORD })
  program = makeV2Client(base, accessToken)
  products = ownProducts().slice(0, 1)
  order = await addOrder(customer, { meds: 4, perCase: 2, products })
  const [row] = await t.query<typeof unit>(
    `select id::int as "medId", gtin, serial_number as "serialNumber", lot_number as "lotNumber", to_char(expiration_date, 'YYYY-MM-DD') as "expirationDate"
     from med where customer_id = $1 and serial_number = $2`,
    [customer.customerId, order.serials[0]],
  )
  if (!row) throw new Error('The order has no package.')
  unit = row
  gtin = row.gtin
})

const ask = (question: DispenseQuestion, by = program) => by.post('/dispense-checks', question)
const askUnit = async (more: DispenseQuestion = {}) => (await ask({ gtin, serialNumber: unit.serialNumber, ...more })).json
const codes = ({ reasons }: { reasons: { code: string }[] }) => reasons.map(({ code }) => code)
const receive = () => t.as(customer.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
const barcode = () => `]d201${gtin}17${unit.expirationDate.replaceAll('-', '').slice(2)}10${unit.lotNumber}\u001d21${unit.serialNumber}`

describe('a dispense check', () => {
  test('allows a received package by GTIN and serial number, and by its barcode', async () => {
    await receive()
    const expected = {
      allowed: true,
      reasons: [],
      med: {
        medId: unit.medId,
        gtin,
        serialNumber: unit.serialNumber,
        lotNumber: unit.lotNumber,
        expirationDate: unit.expirationDate,
        locationId: customer.main.id,
        locationName: customer.main.name,
      },
      checkId: expect.any(Number),
      checkedAt: t.clock.now().toISOString(),
    }
    for (const question of [{ gtin, serialNumber: unit.serialNumber }, { barcode: barcode() }]) {
      const answer = await ask(question)
      expect([answer.status, answer.json]).toEqual([200, { ...expected, med: expect.objectContaining(expected.med) }])
    }
  })

  test('changes no package, so a second check gives the same answer', async () => {
    await receive()
    const before = await t.query('select * from med where customer_id = $1 order by id', [customer.customerId])
    expect((await askUnit()).allowed).toBe(true)
    expect((await askUnit()).allowed).toBe(true)
    expect(await t.query('select * from med where customer_id = $1 order by id', [customer.customerId])).toEqual(before)
  })

  test('denies a package that was not received', async () => {
    expect(await askUnit()).toMatchObject({ allowed: false, reasons: [{ code: 'not_received', blocks: true }] })
  })

  test('denies a package on hold until the hold is released', async () => {
    await receive()
    const { holdId } = await t.as(customer.staff).med.createOneHold({ target: { medId: unit.medId }, reason: 'Torn seal' })
    expect(await askUnit()).toMatchObject({
      allowed: false,
      reasons: [{ code: 'held', blocks: true, text: 'On hold in quarantine: Torn seal' }],
    })
    await t.as(customer.lead).med.updateReleaseHold({ holdId, reason: 'Sound' })
    expect((await askUnit()).allowed).toBe(true)
  })

  test('denies a recalled package, and gives the recall as the first reason', async () => {
    const record = makeRecord({
      product_description: `Bottle, NDC ${products[0]?.ndc}`,
      code_info: `Lot ${unit.lotNumber}`,
      classification: 'Class I',
    })
    await load(t, [record])
    expect(await askUnit()).toMatchObject({
      allowed: false,
      reasons: [
        { code: 'recalled', text: `A recall (Class I, ${record.recall_number}) names this lot. Set the package aside.` },
        { code: 'not_received' },
      ],
    })
  })

  test('warns that recalls were not checked if the customer has no subscription', async () => {
    await receive()
    await t.query('update subscription set is_active = false, ended_at = $2 where customer_id = $1', [customer.customerId, t.clock.now()])
    expect(await askUnit()).toMatchObject({ allowed: true, reasons: [{ code: 'recalls_not_checked', blocks: false }] })
  })

  test('warns until the lots of a new order have been compared with the recalls', async () => {
    await receive()
    await t.query('update stock_lot set is_matched = false where customer_id = $1', [customer.customerId])
    expect(await askUnit()).toMatchObject({ allowed: true, reasons: [{ code: 'recalls_not_checked', blocks: false }] })
  })

  test('denies a package whose label differs from the file', async () => {
    await receive()
    expect(await askUnit({ lotNumber: 'OTHER' })).toMatchObject({
      allowed: false,
      reasons: [{ code: 'label_differs', text: `The label differs from the file: lot OTHER on the label, ${unit.lotNumber} on file.` }],
    })
    expect(
      await askUnit({ lotNumber: ` ${unit.lotNumber.toLowerCase()} `, expirationDate: unit.expirationDate.slice(0, 7) }),
    ).toMatchObject({
      allowed: true,
    })
  })

  test('accepts the label with which the package was received', async () => {
    await t.as(customer.staff).order.updateReceiveManyBySerialnumber({
      documentId: order.id,
      serialNumber: unit.serialNumber,
      gtin,
      lotNumber: 'PRINTED',
      reason: 'The supplier confirmed the lot',
      how: 'scan',
    })
    expect(codes(await askUnit({ lotNumber: 'PRINTED' }))).toEqual([])
  })

  test('denies a package that has expired according to the date at its location', async () => {
    await receive()
    await t.query('update med set expiration_date = $2 where id = $1', [unit.medId, '2020-01-31'])
    expect(codes(await askUnit({ expirationDate: '2020-01' }))).toEqual(['expired'])
  })

  test('denies a package of a voided order', async () => {
    await receive()
    await t.query('update "order" set voided_at = now(), voided_by_id = $2, void_reason = $3 where id = $1', [
      order.id,
      customer.admin.userId,
      'Wrong file',
    ])
    expect(codes(await askUnit())).toContain('voided')
  })

  test('names every reason, most serious first', async () => {
    await t.as(customer.staff).med.createOneHold({ target: { medId: unit.medId }, reason: 'Torn seal' })
    await t.query('update med set expiration_date = $2 where id = $1', [unit.medId, '2020-01-31'])
    expect(codes(await askUnit({ lotNumber: 'OTHER' }))).toEqual(['held', 'label_differs', 'expired', 'not_received'])
  })
})

describe('a package that is not on file', () => {
  const unknown = () => ask({ gtin, serialNumber: 'NOWHERE1' })

  test('is allowed with a warning by default, and denied if the customer chooses that', async () => {
    expect((await unknown()).json).toMatchObject({ allowed: true, med: null, reasons: [{ code: 'unknown', blocks: false }] })
    await t.as(customer.admin).settings.updateDispenseRules({ unknownAtDispense: 'deny' })
    expect((await unknown()).json).toMatchObject({ allowed: false, med: null, reasons: [{ code: 'unknown', blocks: true }] })
    expect(await t.as(customer.staff).dispense.readOneOverview()).toMatchObject({ unknownAtDispense: 'deny', mayConfigure: false })
    await expect(t.as(customer.lead).settings.updateDispenseRules({ unknownAtDispense: 'allow' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  test('is denied if a user put its GTIN and serial number on hold', async () => {
    const target = { gtin, serialNumber: 'NOWHERE1', locationId: customer.main.id }
    await t.as(customer.staff).med.createOneHold({ target, reason: 'No file' })
    expect((await unknown()).json).toMatchObject({ allowed: false, reasons: [{ code: 'held' }, { code: 'unknown' }] })
  })

  test('at the caller’s location is unknown to the check even if another location or another customer has it on file', async () => {
    await receive()
    const stranger = await newCustomer(t)
    for (const user of [customer.elsewhere, stranger.staff])
      expect(await t.as(user).dispense.createOne({ gtin, serialNumber: unit.serialNumber })).toMatchObject({
        med: null,
        reasons: [{ code: 'unknown' }],
      })
  })
})

describe('a dispense check over the API', () => {
  test.each([
    ['nothing', {}, 'dispense_nothing_asked'],
    ['a GTIN alone', { gtin: '00388010500605' }, 'dispense_nothing_asked'],
    ['a GTIN with a wrong check digit', { gtin: '00388010500604', serialNumber: 'A' }, 'dispense_gtin_wrong'],
    ['a barcode without a serial number', { barcode: '0100388010500605' }, 'dispense_barcode_unreadable'],
    ['text', { barcode: 'aspirin' }, 'dispense_barcode_unreadable'],
    ['an expiry that is not a date', { gtin: '00388010500605', serialNumber: 'A', expirationDate: '12/2027' }, 'input_wrong'],
  ])('that contains %s is refused with a problem response, and no check is recorded', async (_what, question, key) => {
    expect(await ask(question)).toMatchObject({ status: 400, type: 'application/problem+json', json: { key } })
    expect(await t.query('select id from dispense_check where customer_id = $1', [customer.customerId])).toEqual([])
  })

  test('requires its token scope', async () => {
    const { accessToken } = await t
      .as(customer.staff)
      .auth.createOneAccessToken({ name: 'x', days: 1, scopes: ['orders:read'], password: PASSWORD })
    expect(await ask({ gtin, serialNumber: 'A' }, makeV2Client(base, accessToken))).toMatchObject({
      status: 403,
      json: { key: 'scope_missing', scope: 'dispense-checks:write' },
    })
  })
})

describe('the checks of a day', () => {
  test('are listed with their results, and hidden from other locations', async () => {
    await receive()
    await askUnit()
    await askUnit({ lotNumber: 'OTHER' })
    await ask({ gtin, serialNumber: 'NOWHERE1' })
    const { dispense } = t.as(customer.colleague)
    const { today, days } = await dispense.readOneOverview()
    // The colleague's list lacks the check of the unknown package, which has no location and is listed only for the person who asked and for the
    // admin.
    expect(days).toEqual([{ day: today, checks: 2, denied: 1, warned: 0 }])
    expect((await t.as(customer.admin).dispense.readOneOverview()).days).toEqual([{ day: today, checks: 3, denied: 1, warned: 1 }])
    const { items } = await t.as(customer.staff).dispense.readMany({ day: today })
    expect(items.map(({ serialNumber, allowed, reasons }) => [serialNumber, allowed, reasons])).toEqual([
      ['NOWHERE1', true, ['unknown']],
      [unit.serialNumber, false, ['label_differs']],
      [unit.serialNumber, true, []],
    ])
    expect((await dispense.readMany({ day: today, result: 'denied' })).items).toHaveLength(1)
    expect((await t.as(customer.elsewhere).dispense.readMany({ day: today })).items).toEqual([])
    const first = await t.as(customer.staff).dispense.readMany({ day: today, limit: 2 })
    const rest = await t.as(customer.staff).dispense.readMany({ day: today, limit: 2, cursor: first.nextCursor ?? '' })
    expect(rest.items.map(({ id }) => id)).toEqual([items[2]?.id])
  })

  test('include a check once, even if a program sends it twice with the same Idempotency-Key', async () => {
    const send = () => program.post('/dispense-checks', { gtin, serialNumber: 'NOWHERE1' }, { 'idempotency-key': 'fill-1' })
    const [first, again] = [await send(), await send()]
    expect([again.json, again.headers.get('idempotency-replayed')]).toEqual([first.json, 'true'])
    expect((await t.as(customer.admin).dispense.readOneOverview()).days[0]).toMatchObject({ checks: 1 })
  })
})
