import { beforeAll, expect, test } from 'vitest'
import { useTestDb } from '../fixtures.ts'
import { addOrder, newCustomer, type TestCustomer, type TestOrder } from '../make.ts'

const t = useTestDb()
let customer: TestCustomer
let order: TestOrder
let medId: number
beforeAll(async () => {
  customer = await newCustomer(t)
  order = await addOrder(customer)
  medId = (await t.as(customer.staff).med.readManyBySearch({ serialNumber: order.serials[0] })).items[0]?.id ?? 0
})

const days = { from: '2026-01-01', to: '2026-12-31' }
const staff = () => t.as(customer.staff)

test('every download is recorded in the trail: documents, files, printable pedigrees, exports and reports', async () => {
  await staff().file.downloadEpcisdoc({ documentId: order.id })
  await staff().order.readOneCsv({ documentId: order.id })
  await staff().order.readOneReport({ documentId: order.id })
  await staff().med.readManyCsv({ serialNumber: order.serials[0] })
  await staff().med.readOnePaper({ medId })
  await staff().report.readOneCsv({ kind: 'receiving', range: days })
  await staff().report.readOnePdf({ kind: 'pedigrees', range: days })
  const { items } = await t.as(customer.admin).audit.readManyBySearch({ userId: customer.staff.userId })
  expect(items.map(({ action, what }) => [action, what]).reverse()).toEqual([
    ['document.download', 'Supplier document downloaded'],
    ['order.export', 'Packages of an order saved as CSV'],
    ['order.report', 'Order report downloaded'],
    ['med.export', 'Pedigrees saved as CSV'],
    ['med.paper', 'Printable pedigree opened'],
    ['report.csv', 'Report saved as CSV'],
    ['report.pdf', 'Report saved as PDF'],
  ])
})

test('refused downloads are not recorded', async () => {
  const lines = () => t.query<{ n: number }>('select count(*)::int as n from audit where user_id = $1', [customer.elsewhere.userId])
  await expect(t.as(customer.elsewhere).file.downloadEpcisdoc({ documentId: order.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await lines()).toEqual([{ n: 0 }])
})
