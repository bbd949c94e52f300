import { describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, importText, newParty } from '../make.ts'

const t = useTestDb()
const customer = useCustomer(t)

const calls = () => t.as(customer.staff).documentException

/** Asks about a ticket and returns the email that was sent. */
async function ask(documentExceptionId: number) {
  const to = `ticket${documentExceptionId}@north.tst`
  await calls().createOneAsk({ documentExceptionId, wish: 'Send new data', to, subject: 'Data', text: 'Please' })
  await t.runJobs()
  return t.mailbox.get((await t.mailbox.list(to))[0]?.id ?? '')
}

describe('the email to a partner', () => {
  test('names the shipping notice and attaches the list of packages if no order was created from the file', async () => {
    const text = documentFor(customer, { receiver: newParty('Another pharmacy'), despatchAdvice: 'DA-77', meds: 4 })
    await importText(t, customer.staff, text)
    const [row] = (await calls().readManyByFilters({})).items
    const id = row?.id ?? 0
    const letter = await calls().readOneLetter({ documentExceptionId: id, wish: 'Send new data' })
    expect(letter.text).toContain('(shipping notice DA-77)')
    expect(letter.text).toMatch(/Affected packages:\n- Metformin HCl, lot MF26A: \w+/)
    const mail = await ask(id)
    const table = mail?.attachments[1]?.content.toString().trim().split('\n') ?? []
    expect(table).toHaveLength(5)
    expect(table[1]).toMatch(/MF26A.*2028-06-30.*Metformin HCl/)
  })

  test('uses the order’s counts of ordered and received packages', async () => {
    const order = await addOrder(customer, { meds: 4 })
    const [first] = await t.query<{ gtin: string; listed: number }>(
      `select m.gtin, count(*)::int as listed from document_med d join med m on m.customer_id = d.customer_id and m.id = d.med_id
       where d.document_id = $1 and not d.is_package group by 1 order by 1`,
      [order.id],
    )
    const { gtin = '', listed = 0 } = first ?? {}
    const made = async (
      kind: 'overage' | 'shortage' | 'wrongProduct',
      items?: { gtin: string; serialNumber: string; lotNumber?: string }[],
    ) => {
      const { documentExceptionId } = await calls().createOneTicket({
        documentId: order.id,
        kind,
        ...(items ? { items } : { allMissing: true }),
      })
      const mail = await ask(documentExceptionId)
      return JSON.parse(mail?.attachments[0]?.content.toString() ?? '').exceptions
    }
    const over = await made('overage', [
      { gtin, serialNumber: 'NEW1' },
      { gtin, serialNumber: 'NEW2' },
    ])
    expect(over.overages).toMatchObject([{ gtin, quantity_ordered: listed, quantity_received: listed + 2 }])
    const short = await made('shortage')
    const sum = (name: string) => short.underages.reduce((all: number, one: Record<string, number>) => all + (one[name] ?? 0), 0)
    expect([sum('quantity_ordered'), sum('quantity_received')]).toEqual([4, 0])
    const [wrong] = (await made('wrongProduct', [{ gtin: '00312345678906', serialNumber: 'W1', lotNumber: 'L9' }])).data_misalignment
    expect(wrong).toMatchObject({
      received_product_lot: 'L9',
      received_product_serial: 'W1',
      product_data_gtin: '',
      product_data_serial: null,
    })
  })
})
