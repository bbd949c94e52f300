import type { TracingRecord } from '@seriatim/schema'
import type { Transaction } from '../../med/story/med-transaction.rules.ts'

/** Packages of one item that arrived with one shipment. */
export interface Shipment {
  /** The document with which the packages arrived; null if they were typed in by hand. */
  documentId: number | null
  transaction: Transaction | undefined
  records: TracingRecord[]
}

/** Groups the records of an item by the document and the transaction with which the packages arrived, in the order of the records. */
export function shipmentsOf(records: readonly TracingRecord[], transactions: ReadonlyMap<TracingRecord, Transaction>): Shipment[] {
  const shipments: Shipment[] = []
  for (const record of records) {
    const { documentId } = record
    const transaction = transactions.get(record)
    const own = shipments.find((one) => one.documentId === documentId && one.transaction === transaction)
    if (own) own.records.push(record)
    else shipments.push({ documentId, transaction, records: [record] })
  }
  return shipments
}

/** Groups packages that share product, lot and expiration date. */
export const productsOf = (records: readonly TracingRecord[]): TracingRecord[][] => [
  ...Map.groupBy(records, ({ gtin, ndc, productName, lotNumber, expirationDate }) =>
    JSON.stringify([gtin, ndc, productName, lotNumber, expirationDate]),
  ).values(),
]

/** Groups packages that were received together: at the same time, at the same location and in the same way. */
export const receiptsOf = (records: readonly TracingRecord[]): TracingRecord[][] => [
  ...Map.groupBy(records, ({ receivedAt, receivedHow, locationName }) => JSON.stringify([receivedAt, receivedHow, locationName])).values(),
]
