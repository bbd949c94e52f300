import { checkDigit } from '@seriatim/gs1'
import type { UnitAnswer, UnitFound, UnitInput, UnitQuestion } from '@seriatim/schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, mark, newParty, type TestOrder } from '../make.ts'
import { readPages } from '../pdf-text.ts'
import { load, makeRecord } from '../recall/recalls.ts'

const t = useTestDb()
beforeEach(() => t.clock.set('2026-09-16T15:00:00Z'))
const c = useCustomer(t)
const seller = newParty('Northway Wholesale')

let order: TestOrder
let serialNumber: string
beforeEach(async () => {
  order = await addOrder(c, { meds: 4, perCase: 2, purchaseOrder: 'PO-88213', sender: seller })
  serialNumber = order.serials[0] ?? ''
})

const staff = () => t.as(c.staff)
async function readUnit(input: Partial<UnitInput> = {}) {
  const found = await staff().inspectionUnit.readOne({ serialNumber, ...input })
  if (found.outcome !== 'found') throw new Error(`It was ${found.outcome}.`)
  return found.unit
}
const pick = (answers: readonly UnitAnswer[], question: UnitQuestion) => answers.find((one) => one.question === question)
const readAnswer = async (question: UnitQuestion, input: Partial<UnitInput> = {}) => pick((await readUnit(input)).answers, question)
const receive = (how: 'scan' | 'serial' = 'scan') =>
  staff().order.updateReceiveManyBySerialnumber({ documentId: order.id, serialNumber, how })

async function addPartner(license?: { validTo?: string | null; checkedOn?: string }) {
  const partners = t.as(c.admin).tradingPartner
  const { id } = await partners.createOne({
    customerLocationId: null,
    name: 'Northway Wholesale',
    type: 'upstream',
    business: 'wholesaler',
    globalLocationNumbers: [seller.owner.gln],
  })
  if (license)
    await partners.createOneLicense({
      tradingPartnerId: id,
      kind: 'wholesaler',
      number: '031-04418',
      validFrom: '2025-01-01',
      validTo: license.validTo ?? null,
      checkedOn: license.checkedOn,
      checkedWhere: license.checkedOn ? 'the state register' : undefined,
    })
  return id
}

describe('the answers about one package', () => {
  test('cover eleven questions, and name the licensed partner from which a scanned package was bought', async () => {
    await addPartner({ checkedOn: '2026-09-01' })
    await receive()
    const unit = await readUnit()
    expect(unit.answers.map(({ question, state }) => `${question} ${state}`)).toEqual([
      'from ok',
      'came ok',
      'lot ok',
      'information ok',
      'statement ok',
      'received ok',
      'license ok',
      'hold ok',
      'recall remark',
      'maker none',
      'now ok',
    ])
    expect(unit.headline).toBe('Bought from Northway Wholesale, authorized that day')
    expect(pick(unit.answers, 'received')).toMatchObject({ said: 'Scanned', more: ' one by one by Staff Tester' })
    expect(pick(unit.answers, 'license')).toMatchObject({ said: 'Valid in Kentucky', more: ', 031-04418, without an end' })
    expect(unit.owners.map(({ what }) => what)).toEqual(expect.arrayContaining(['Received, checked by us', 'Sold it to us']))
  })

  test('state what is missing, such as a receipt or a trading partner', async () => {
    const { answers, state, headline } = await readUnit()
    expect(pick(answers, 'received')).toMatchObject({ state: 'gap', said: 'Not received' })
    expect(pick(answers, 'license')).toMatchObject({ state: 'gap', said: 'Not on file' })
    expect(pick(answers, 'now')).toMatchObject({ state: 'remark', said: 'On its way' })
    expect(state).toBe('gap')
    expect(headline).toContain('no proof that it was authorized')
  })

  test('use the license valid on the day of the transaction, not today’s', async () => {
    await addPartner({ validTo: '2026-12-31', checkedOn: '2026-01-05' })
    t.clock.set('2027-03-01T15:00:00Z')
    expect(await readAnswer('license')).toMatchObject({
      state: 'remark',
      said: 'Valid in Kentucky',
      notes: expect.arrayContaining([expect.stringContaining('Remark: last checked in the state register on 01/05/2026')]),
    })
  })

  test('use the date at the package’s location, wherever the reader is', async () => {
    await t.query(`update location set time_zone = 'America/Los_Angeles' where id = $1`, [c.main.id])
    // The file says that the package was shipped a day earlier: at 23:30 on 09/14 in Los Angeles, which was 09/15 for the reader in New York.
    t.clock.set('2026-09-16T06:30:00Z')
    order = await addOrder(c, { meds: 1, sender: seller })
    serialNumber = order.serials[0] ?? ''
    await receive()
    await addPartner({ validTo: '2026-09-14', checkedOn: '2026-09-01' })
    const unit = await readUnit()
    expect(pick(unit.answers, 'license')).toMatchObject({ said: 'Valid in Kentucky', notes: expect.arrayContaining(['On 09/14/2026.']) })
    expect(pick(unit.answers, 'came')).toMatchObject({ said: '09/15/2026 23:30' })
    expect(unit.owners.map(({ what, on }) => [what, on])).toContainEqual(['Received, checked by us', '2026-09-15'])
    expect(unit.timeZone).toBe('America/Los_Angeles')
  })

  test('report a file that does not affirm a transaction statement', async () => {
    order = await addOrder(c, { meds: 1, sender: seller, faults: ['noStatement'] })
    serialNumber = order.serials[0] ?? ''
    expect(await readAnswer('statement')).toMatchObject({ state: 'gap', said: 'Not on file' })
    expect((await readUnit()).brief).not.toBe('complete')
  })

  test('compare the label scanned now with the record', async () => {
    const [{ lot, expiry } = { lot: '', expiry: '' }] = await t.query<{ lot: string; expiry: string }>(
      `select lot_number as lot, to_char(expiration_date, 'YYYY-MM-DD') as expiry from med where serial_number = $1`,
      [serialNumber],
    )
    expect(await readAnswer('lot', { lotNumber: lot, expirationDate: expiry })).toMatchObject({
      state: 'ok',
      said: lot,
      notes: expect.arrayContaining(['The label and the record match.']),
    })
    expect(await readAnswer('lot', { lotNumber: 'ZZ99', expirationDate: expiry })).toMatchObject({
      state: 'gap',
      notes: expect.arrayContaining([`The label says lot ZZ99; the record says ${lot}.`]),
    })
  })

  test('describe a current hold and a past one, with the people involved', async () => {
    const medId = (await readUnit()).medId
    const { holdId } = await t.as(c.colleague).med.createOneHold({ target: { medId }, reason: 'torn seal' })
    expect(await readUnit()).toMatchObject({ state: 'hold', brief: 'on hold' })
    expect(await readAnswer('hold')).toMatchObject({ state: 'gap', said: 'On hold now' })
    await t.as(c.lead).med.updateReleaseHold({ holdId, reason: 'the maker confirmed it' })
    expect(await readAnswer('hold')).toMatchObject({
      state: 'remark',
      said: 'Once',
      notes: [expect.stringMatching(/by Colleague Tester: torn seal\. Released .* by Lead Tester\./)],
    })
  })

  test('explain how the package was received if nobody scanned it', async () => {
    await staff().order.updateReceiveAllByDocumentid({ documentId: order.id })
    expect(await readAnswer('received')).toMatchObject({ state: 'remark', said: 'By Receive All' })
  })

  test('mention that a package was typed in', async () => {
    serialNumber = mark()
    await staff().med.createOne({ serialNumber, locationId: c.main.id })
    const unit = await readUnit()
    expect(unit.headline).toBe('Typed in here, no seller on file')
    expect(pick(unit.answers, 'information')).toMatchObject({ state: 'gap', said: 'Not on file' })
    expect(pick(unit.answers, 'received')).toMatchObject({ said: 'Typed in', more: ' by Staff Tester' })
  })
})

describe('a serial number', () => {
  test('that is not on file is reported as unknown', async () => {
    expect(await staff().inspectionUnit.readOne({ serialNumber: 'NOBODY-HAS-IT' })).toEqual({ outcome: 'unknown' })
  })

  test('shared by several products requires a choice, unless the scan contains the GTIN', async () => {
    const gtins = ['0030001000101', '0030001000201'].map((digits) => digits + checkDigit(digits))
    serialNumber = mark()
    for (const gtin of gtins) await staff().med.createOne({ serialNumber, locationId: c.main.id, gtin, medName: `Drug ${gtin}` })
    const found: UnitFound = await staff().inspectionUnit.readOne({ serialNumber })
    if (found.outcome !== 'several') throw new Error('There were not several.')
    expect(found.candidates.map(({ gtin }) => gtin).toSorted()).toEqual(gtins)
    expect((await readUnit({ gtin: gtins[1] })).gtin).toBe(gtins[1])
    const medId = found.candidates[0]?.medId
    expect((await readUnit({ medId })).medId).toBe(medId)
  })

  test('of another location or customer is reported as unknown', async () => {
    expect(await t.as(c.elsewhere).inspectionUnit.readOne({ serialNumber })).toEqual({ outcome: 'unknown' })
  })
})

test('the PDF puts the answers on its first page and the transaction data after them, and the trail records the PDF', async () => {
  await receive()
  const { medId } = await readUnit()
  const { filename, base64 } = await staff().inspectionUnit.readOnePdf({ medId })
  expect(filename).toBe(`unit-${serialNumber}.pdf`)
  const pages = await readPages(Buffer.from(base64, 'base64'))
  expect(pages.length).toBe(2)
  expect(pages[0]).toContain('Where is it from?')
  expect(pages[1]).toContain('Transaction information')
  const short = await staff().inspectionUnit.readOnePdf({ medId, isShort: true })
  expect((await readPages(Buffer.from(short.base64, 'base64'))).length).toBe(1)
  expect(
    await t.query('select subject_id::int as id from audit where customer_id = $1 and action = $2', [c.customerId, 'inspectionUnit.print']),
  ).toEqual([{ id: medId }, { id: medId }])
})

// This test must be last: the recall that it loads applies to every customer and would block later receipts.
test('the answers about a package name the recall of its lot and say how the package was disposed of', async () => {
  await load(t, [makeRecord()])
  const { answers, medId } = await readUnit()
  expect(pick(answers, 'recall')).toMatchObject({ state: 'gap', said: 'Yes', links: [expect.objectContaining({ to: 'recall' })] })
  const { holdId } = await staff().med.createOneHold({ target: { medId }, reason: 'recalled' })
  await t.as(c.lead).med.updateDisposedHold({ holdId, how: 'destroyed', reason: 'burned' })
  expect(await readAnswer('now')).toMatchObject({ state: 'ok', said: 'Destroyed' })
})
