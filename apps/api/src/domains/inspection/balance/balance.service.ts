import type { BalanceLine, BalanceRow } from '@seriatim/schema'
import { toDay } from '../../../core/day.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { type DisposedRow, listDisposed } from '../../hold/hold-record.joins.ts'
import { readSellerJudge } from '../../trading-partner/license/seller-judge.service.ts'
import type { Selection } from '../selection.ts'
import { countBought, listDepartedLines, listNdc11, listRecalledLines, listReceivedLines, listTypedInLines } from './balance.queries.ts'
import { type Addition, addUp, balanceNdc, departureColumn, disposalColumn, unreadNdc10 } from './balance.rules.ts'

async function readSources(tx: CustomerTx, selection: Selection) {
  const bought = await countBought(tx, selection)
  const received = await listReceivedLines(tx, selection)
  const typedIn = await listTypedInLines(tx, selection)
  const disposed = (await listDisposed(tx, selection)).filter((row) => isOfGoods(row, selection))
  const departed = await listDepartedLines(tx, selection)
  const recalled = await listRecalledLines(tx, selection)
  const ten = [...bought, ...received, ...typedIn, ...departed, ...disposed, ...recalled].flatMap((row) => unreadNdc10(row) ?? [])
  return { bought, received, typedIn, departed, disposed, recalled, directory: await listNdc11(tx, [...new Set(ten)]) }
}

function isOfGoods({ productId, gtin, ndc, lotNumber }: DisposedRow, { goods }: Selection): boolean {
  if (goods?.lots && (lotNumber === null || !goods.lots.includes(lotNumber.toUpperCase()))) return false
  const products = goods?.products
  if (!products || (productId !== null && products.ids.includes(productId))) return true
  const digits = ndc?.replace(/\D/g, '')
  return (
    (gtin !== null && gtin.slice(1, 3) === '03' && products.ndc10.includes(gtin.slice(3, 13))) ||
    (digits !== undefined && products.digits.includes(digits))
  )
}

/** Reads how many packages came in and went out in a period, by NDC and location. */
export async function readBalance(tx: CustomerTx, selection: Selection): Promise<BalanceLine[]> {
  const { bought, received, typedIn, departed, disposed, recalled, directory } = await readSources(tx, selection)
  const additions: Addition[] = [
    ...bought.map((row) => ({ ...row, column: 'bought' as const })),
    ...received.map((row) => ({ ...row, column: 'received' as const })),
    ...typedIn.map((row) => ({ ...row, column: 'typedIn' as const })),
    ...departed.map((row) => ({ ...row, column: departureColumn(row.purpose) })),
    ...disposed.map((row) => ({ ...row, column: disposalColumn(row.how) })),
    ...recalled.map((row) => ({ ...row, column: 'recalled' as const })),
  ]
  return addUp(additions, directory)
}

/**
 * Lists the single records behind the numbers of a balance, for one NDC or for all. A record of received packages also has the order, its PO numbers,
 * the seller, and the seller's licenses on the day of the shipment.
 */
export async function readBalanceRows(tx: CustomerTx, selection: Selection, ndc: string | null): Promise<BalanceRow[]> {
  const { received, typedIn, departed, disposed, recalled, directory } = await readSources(tx, selection)
  const judge = await readSellerJudge(tx, selection.timeZone)
  const none = { documentId: null, purchaseOrders: null, seller: null, license: null, note: null }
  const rows: BalanceRow[] = [
    ...received.map((row) => {
      const day = toDay(row.sentAt ?? row.timeStamp, selection.timeZone)
      const seller = judge({ senderGln: row.senderGln, locationId: row.locationId, day })
      return {
        ...common(row, directory),
        kind: 'received' as const,
        documentId: row.documentId,
        purchaseOrders: row.purchaseOrderNumbers.join(', ') || null,
        seller: seller?.name ?? row.senderName,
        license: seller ? seller.licenses || 'No valid license on that day' : 'No trading partner on file',
        note: null,
      }
    }),
    ...typedIn.map((row) => ({ ...none, ...common(row, directory), kind: 'typedIn' as const })),
    ...departed.map((row) => ({
      ...none,
      ...common(row, directory),
      kind: departureColumn(row.purpose),
      documentId: row.documentId,
      note: `Shipment ${row.shipmentId} to ${row.toName}`,
    })),
    ...disposed.map((row) => ({
      ...none,
      ...common(row, directory),
      kind: disposalColumn(row.how),
      documentId: row.documentId,
      note: `Hold ${row.label}: ${row.how}${row.reason ? `, ${row.reason}` : ''}`,
    })),
    ...recalled.map((row) => ({
      ...none,
      ...common(row, directory),
      kind: 'recalled' as const,
      documentId: row.documentId,
      note: `${row.title.slice(0, 120)}: ${row.returned} returned, ${row.destroyed} destroyed`,
    })),
  ]
  return rows
    .filter((row) => ndc === null || row.ndc === ndc)
    .toSorted((one, other) => one.ndc.localeCompare(other.ndc) || one.at.localeCompare(other.at))
}

interface Shown {
  gtin: string | null
  ndc: string | null
  at: Date
  locationName: string
  lotNumber: string | null
  amount: number
}

const common = ({ gtin, ndc, at, locationName, lotNumber, amount }: Shown, directory: ReadonlyMap<string, string>) => ({
  at: at.toISOString(),
  ndc: balanceNdc({ gtin, ndc }, directory),
  locationName,
  lotNumber,
  amount,
})
