import type pg from 'pg'
import type { Pharmacy } from '../drill/pharmacies.ts'
import { MEDS_OF_ORDER } from './size-rows.ts'

/** Something that one customer has, to be looked for. */
export interface Known {
  pharmacy: Pharmacy
  documentId: number
  openDocumentId: number
  medId: number
  serialNumber: string
  lotNumber: string
  medName: string
}

export async function findKnown(admin: pg.Pool, pharmacy: Pharmacy): Promise<Known> {
  const { rows } = await admin.query<Omit<Known, 'pharmacy'>>(
    `select o.id::int as "documentId", (select id::int from "order" where customer_id = $1 and amount_received = 0 order by id limit 1) as "openDocumentId",
       m.id::int as "medId", m.serial_number as "serialNumber", m.lot_number as "lotNumber", p.regulated_product_name as "medName"
     from (select id from "order" where customer_id = $1 order by id offset 77 limit 1) o
     join med m on m.customer_id = $1 and m.id = o.id * ${MEDS_OF_ORDER} - 7 join epcis_med_vocabulary p on p.customer_id = $1 and p.id = m.epcis_med_vocabulary_id`,
    [pharmacy.customerId],
  )
  const [known] = rows
  if (!known) throw new Error(`Customer ${pharmacy.customerId} has no meds.`)
  return { pharmacy, ...known }
}

export interface SizeCall {
  name: string
  path: string
  input?: (known: Known) => object
}

const call = (name: string, path: string, input?: (known: Known) => object): SizeCall => ({ name, path, ...(input && { input }) })
const DAY_MS = 86_400_000
const tellDay = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)
const MONTH = { from: tellDay(130), to: tellDay(100) }

/** Every search, the finder, home, the tracker, recalls and the audit trail, as the screens ask for them. */
export const SIZE_CALLS: readonly SizeCall[] = [
  call('pedigrees, newest first', 'med.readManyBySearch', () => ({})),
  call('pedigrees by serial', 'med.readManyBySearch', ({ serialNumber }) => ({ serialNumber })),
  call('pedigrees by the begin of a serial', 'med.readManyBySearch', ({ serialNumber }) => ({ serialNumber: serialNumber.slice(0, 4) })),
  call('pedigrees by lot', 'med.readManyBySearch', ({ lotNumber }) => ({ lotNumber })),
  call('pedigrees by product', 'med.readManyBySearch', ({ medName }) => ({ medName })),
  call('pedigrees by manufacturer', 'med.readManyBySearch', () => ({ manufacturerName: 'Firm 7' })),
  call('pedigrees by NDC', 'med.readManyBySearch', () => ({ ndc: '10' })),
  call('pedigrees of a month', 'med.readManyBySearch', () => ({ startDate: MONTH.from, endDate: MONTH.to })),
  call('pedigrees of a month by product', 'med.readManyBySearch', ({ medName }) => ({ medName, startDate: MONTH.from, endDate: MONTH.to })),
  call('pedigrees by expiry', 'med.readManyBySearch', () => ({ sort: 'expirationDate', sortOrder: 'asc' })),
  call('pedigrees sorted by lot', 'med.readManyBySearch', () => ({ sort: 'lotNumber', sortOrder: 'desc' })),
  call('pedigrees that are none', 'med.readManyBySearch', () => ({ serialNumber: 'ZZZZ', lotNumber: 'L0' })),
  call('a pedigree', 'med.readOneById', ({ medId }) => ({ medId })),
  call('a pedigree by serial', 'med.readOneBySerialnumberPedigree', ({ serialNumber }) => ({ serialNumber })),
  call('finder: serial', 'finder.readManyByText', ({ serialNumber }) => ({ text: serialNumber })),
  call('finder: lot', 'finder.readManyByText', ({ lotNumber }) => ({ text: lotNumber })),
  call('finder: order', 'finder.readManyByText', ({ documentId }) => ({ text: `PO-${documentId}` })),
  call('finder: product', 'finder.readManyByText', ({ medName }) => ({ text: medName })),
  call('finder: sender', 'finder.readManyByText', () => ({ text: 'wholesaler' })),
  call('finder: nothing', 'finder.readManyByText', () => ({ text: 'qqqqqqqq' })),
  call('home: open orders', 'order.readManySearch', () => ({ open: true, limit: 8 })),
  call('home: totals', 'order.readTotals', () => ({ open: true })),
  call('home: totals ever', 'order.readTotals', () => ({})),
  call('home: tickets', 'documentException.readManyByFilters', () => ({ status: 'OPEN', limit: 8 })),
  call('home: tickets to do', 'documentException.readCount', () => ({})),
  call('home: clocks of incidents', 'incidentReport.readManyClocks'),
  call('home: incidents', 'incidentReport.readCountByUser'),
  call('home: holds', 'med.readManyHolds', () => ({ limit: 8 })),
  call('home: recalls', 'recall.readManyHome', () => ({ show: 'open', limit: 8 })),
  call('home: recalled meds', 'recall.readOneActiverecalledmedcountByUserid'),
  call('home: uploads', 'file.readManyUploads'),
  call('home: partners', 'tradingPartner.readManyDue'),
  call('orders', 'order.readManySearch', () => ({})),
  call('orders by purchase order', 'order.readManySearch', ({ documentId }) => ({ purchaseOrderNumber: `PO-${documentId}` })),
  call('orders by sender', 'order.readManySearch', () => ({ senderName: 'wholesaler 3' })),
  call('orders of a month', 'order.readManySearch', () => ({ docDateStart: MONTH.from, docDateEnd: MONTH.to })),
  call('an order', 'order.readOneById', ({ documentId }) => ({ documentId })),
  call('units of an order', 'order.readManyUnits', ({ documentId }) => ({ documentId })),
  call('index of an order to be received', 'order.readScanIndex', ({ openDocumentId }) => ({ documentId: openDocumentId })),
  call('receipts of an order', 'order.readManyReceipts', ({ documentId }) => ({ documentId })),
  call('tracker', 'incidentReport.readManyBySearch', () => ({})),
  call('tracker by serial', 'incidentReport.readManyBySearch', ({ documentId }) => ({ serialNumber: `S${documentId}` })),
  call('tickets', 'documentException.readManyByFilters', () => ({})),
  call('totals of tickets', 'documentException.readTotals', () => ({})),
  call('recalls', 'recall.readManySearch', () => ({})),
  call('recalls by product', 'recall.readManySearch', () => ({ productName: 'tablets, 77 mg' })),
  call('recalls of an order', 'recall.readManyByDocumentid', ({ documentId }) => ({ documentId })),
  call('trail', 'audit.readManyBySearch', () => ({})),
  call('trail of a person', 'audit.readManyBySearch', ({ pharmacy }) => ({ userId: pharmacy.userId })),
  call('trail of nobody', 'audit.readManyBySearch', () => ({ userId: 0 })),
  call('trail of a kind', 'audit.readManyBySearch', () => ({ kind: 'med' })),
  call('trail of a month', 'audit.readManyBySearch', () => MONTH),
  call('trail: its seals', 'audit.readManySeals', () => ({})),
  call('report: receiving of a month', 'report.readReceiving', () => MONTH),
  call('report: pedigrees of a month', 'report.readPedigrees', () => MONTH),
  call('report: exceptions of a month', 'report.readExceptions', () => MONTH),
  call('report: incidents of a month', 'report.readIncidents', () => MONTH),
  call('report: recalls of a month', 'report.readRecalls', () => MONTH),
]
