import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import type { TestUser } from '../harness.ts'
import { addOrder } from '../make.ts'

const t = useTestDb()
const customer = useCustomer(t)

const as = (user: TestUser = customer.staff) => t.as(user).order
const newOrder = async () => {
  const { id, serials } = await addOrder(customer, { meds: 4, expirationDate: '2028-04-30' })
  const [first = '', second = ''] = serials
  const [lot] = await t.query<{ lot: string }>(
    'select d.lot_number as lot from document_med d join med m on m.id = d.med_id where d.document_id = $1 and m.serial_number = $2',
    [id, first],
  )
  return { documentId: id, first, second, file: { lotNumber: lot?.lot ?? '', expirationDate: '2028-04-30' } }
}

describe('a label that differs from the document', () => {
  test.each([
    { said: { lotNumber: 'ZZ99' }, label: { lotNumber: 'ZZ99', expirationDate: null } },
    { said: { expirationDate: '2025-04-30' }, label: { lotNumber: null, expirationDate: '2025-04-30' } },
    { said: { expirationDate: '2028-05' }, label: { lotNumber: null, expirationDate: '2028-05' } },
  ])('is reported, and the package is not received, if the label says $said', async ({ said, label }) => {
    const { documentId, first, file } = await newOrder()
    const answer = await as().updateReceiveManyBySerialnumber({ documentId, serialNumber: first, ...said })
    expect(answer).toMatchObject({ received: 0, alreadyReceived: 0, amountNotReceived: 4, receiptId: null })
    expect(answer.differs).toEqual([{ value: first, label, file }])
    expect(await as().readManyReceipts({ documentId })).toEqual([])
  })

  test('that names a nonexistent day is refused with a message', async () => {
    const { documentId, first } = await newOrder()
    const said = as().updateReceiveManyBySerialnumber({ documentId, serialNumber: first, expirationDate: '02/30/2028' })
    await expect(said).rejects.toThrow('a day as YYYY-MM-DD, or a month as YYYY-MM')
  })

  test('counts as equal if it differs only in case, surrounding spaces or a missing day of the month', async () => {
    const { documentId, first, file } = await newOrder()
    const said = { lotNumber: ` ${file.lotNumber.toLowerCase()} `, expirationDate: '2028-04' }
    expect(await as().updateReceiveManyBySerialnumber({ documentId, serialNumber: first, ...said })).toMatchObject({
      received: 1,
      differs: [],
    })
    expect((await as().readManyReceipts({ documentId }))[0]).toMatchObject({ reason: null, labels: [] })
  })

  test('is accepted with a reason, and the receipt stores the values of label and document', async () => {
    const { documentId, first, file } = await newOrder()
    const said = { lotNumber: 'ZZ99', expirationDate: '2028-04', reason: 'The sender confirmed a printing error' }
    expect(await as().updateReceiveManyBySerialnumber({ documentId, serialNumber: first, how: 'scan', ...said })).toMatchObject({
      received: 1,
      differs: [],
    })
    const [receipt] = await as().readManyReceipts({ documentId })
    expect(receipt).toMatchObject({ reason: said.reason, userId: customer.staff.userId, how: 'scan' })
    expect(receipt?.labels).toEqual([
      {
        serialNumber: first,
        lotNumber: 'ZZ99',
        expirationDate: '2028-04',
        fileLotNumber: file.lotNumber,
        fileExpirationDate: file.expirationDate,
      },
    ])
  })

  test('is not accepted if the user’s reason was given for a different problem', async () => {
    const { documentId, first } = await newOrder()
    const said = { lotNumber: 'ZZ99', elsewhereReason: 'The other order was a copy' }
    const answer = await as().updateReceiveManyBySerialnumber({ documentId, serialNumber: first, ...said })
    expect(answer).toMatchObject({ received: 0, differs: [{ value: first }] })
    expect(await as().readManyReceipts({ documentId })).toEqual([])
  })

  test('can be accepted with two reasons of maximum length, and the receipt keeps both', async () => {
    const { documentId, first } = await newOrder()
    const [reason, elsewhereReason] = ['a'.repeat(500), 'b'.repeat(500)]
    const said = { lotNumber: 'ZZ99', reason, elsewhereReason }
    expect(await as().updateReceiveManyBySerialnumber({ documentId, serialNumber: first, ...said })).toMatchObject({ received: 1 })
    expect((await as().readManyReceipts({ documentId }))[0]?.reason).toBe(`${reason} ${elsewhereReason}`)
  })

  test('is reported even for a received package, because two packages may share a serial number', async () => {
    const { documentId, first } = await newOrder()
    await as().updateReceiveManyBySerialnumber({ documentId, serialNumber: first })
    const again = await as().updateReceiveManyBySerialnumber({ documentId, serialNumber: first, lotNumber: 'ZZ99' })
    expect(again).toMatchObject({ received: 0, alreadyReceived: 0, differs: [{ value: first }] })
  })

  test('does not keep packages with matching labels from being received', async () => {
    const { documentId, first, file } = await newOrder()
    const serialNumber = (await addOrder(customer, { meds: 4 })).serials.slice(0, 1)
    const others = await t.query<{ serial: string; lot: string }>(
      'select m.serial_number as serial, d.lot_number as lot from document_med d join med m on m.id = d.med_id where d.document_id = $1 and not d.is_package',
      [documentId],
    )
    const other = others.filter(({ lot }) => lot !== file.lotNumber).map(({ serial }) => serial)
    const call = { documentId, serialNumber: [first, ...other, ...serialNumber], lotNumber: file.lotNumber }
    const answer = await as().updateReceiveManyBySerialnumber(call)
    expect(answer).toMatchObject({ received: 1, notFound: serialNumber })
    expect(answer.differs.map((one) => one.value)).toEqual(other)
  })

  test('stops a container scanned by its SSCC until somebody explains how the label differs from the contents', async () => {
    const { documentId } = await newOrder()
    const sscc = `10614141${String(documentId).padStart(10, '0')}`
    const [held] = await t.query<{ lot: string }>(
      `with box as (update document_med d set sscc = $2, med_id = null
         where d.document_id = $1 and d.line = (select min(line) from document_med where document_id = $1 and is_package) returning d.line, d.last_line)
       select d.lot_number as lot from document_med d, box where d.document_id = $1 and d.line > box.line and d.line <= box.last_line and not d.is_package`,
      [documentId, sscc],
    )
    const call = { documentId, shippingContainerCode: sscc }
    const other = await as().updateReceiveManyByShippingContainerCode({ ...call, lotNumber: 'ZZ99' })
    expect(other).toMatchObject({ received: 0, differs: [{ value: sscc, label: { lotNumber: 'ZZ99' } }] })
    const said = { lotNumber: held?.lot, expirationDate: '2028-04' }
    expect(await as().updateReceiveManyByShippingContainerCode({ ...call, ...said })).toMatchObject({
      received: 0,
      notReceived: [{ why: 'differs' }],
    })
    const opened = { ...call, ...said, stopReason: 'The label was scanned badly' }
    expect((await as().updateReceiveManyByShippingContainerCode(opened)).received).toBeGreaterThan(0)
  })

  test('is detected when a case is scanned by its serial number, just as when a med is scanned', async () => {
    const { documentId } = await newOrder()
    const [box] = await t.query<{ serial: string; gtin: string; lot: string | null }>(
      `select m.serial_number as serial, m.gtin, d.lot_number as lot from document_med d join med m on m.id = d.med_id
       where d.document_id = $1 and d.is_package order by d.line limit 1`,
      [documentId],
    )
    if (!box) throw new Error('The order has no case.')
    const call = { documentId, shippingContainerCode: box.serial, gtin: box.gtin }
    const answer = await as().updateReceiveManyByShippingContainerCode({ ...call, lotNumber: 'ZZ99' })
    expect(answer.differs).toHaveLength(box.lot === null ? 0 : 1)
    expect(answer.received).toBe(box.lot === null ? 4 : 0)
  })
})
