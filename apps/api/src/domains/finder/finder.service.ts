import { decode, differingFields, isGtin14, isSscc, type Label, ndcSearchPrefix, toLabel } from '@seriatim/gs1'
import { type FinderHit, formatAmount } from '@seriatim/schema'
import { readInOneQuery } from '../../db/one-query.ts'
import type { CustomerTx } from '../../db/types.ts'
import { countHeldInside, type HoldCause } from '../hold/hold.joins.ts'
import { type PackageLine, readMedStates } from '../med/package/package.service.ts'
import { selectSeenProducts } from '../med/package/product.service.ts'
import { findContainers, selectLots, selectOrders, selectSenders, selectSerials, TAIL } from './finder.queries.ts'

type Row<Select extends (...args: never[]) => { execute(): Promise<readonly unknown[]> }> = Awaited<
  ReturnType<ReturnType<Select>['execute']>
>[number]

/**
 * Finds what was scanned or typed into the search box of the header: a package by barcode or serial number, a container, a lot, an order or a
 * product.
 */
export async function findAnything(tx: CustomerTx, text: string): Promise<{ hits: FinderHit[]; readAs: string }> {
  const scan = text.length > 15 ? decode(text, { lenient: true }) : undefined
  if (scan?.ok && scan.value.serialNumber) {
    const meds = await selectSerials(tx, { gtin: scan.value.gtin14, serialNumber: scan.value.serialNumber, part: 'whole' }).execute()
    return { hits: await medHits(tx, meds, toLabel(scan.value)), readAs: `Serial number ${scan.value.serialNumber}` }
  }
  const sscc = scan?.ok && scan.value.sscc ? scan.value.sscc : text.replace(/\s/g, '')
  if (isSscc(sscc)) return { hits: (await findContainers(tx, sscc)).map(containerHit), readAs: `Container ${sscc}` }
  const isShort = text.length < 3
  const isNdc = /^[\d-]{5,14}$/.test(text) && !isGtin14(text)
  const found = await readInOneQuery(tx, {
    orders: selectOrders(tx, text),
    meds: selectSerials(tx, { gtin: undefined, serialNumber: text, part: isShort ? 'whole' : 'beginning' }),
    ...(text.length === TAIL ? { tails: selectSerials(tx, { gtin: undefined, serialNumber: text.toUpperCase(), part: 'end' }) } : {}),
    lots: selectLots(tx, text),
    ...(isShort ? {} : { products: selectSeenProducts(tx, isNdc ? { ndcPrefixes: ndcSearchPrefix(text) } : { medName: text }) }),
    ...(isShort ? {} : { senders: selectSenders(text) }),
  })
  const begun = new Set(found.meds.map(({ id }) => id))
  const ended = (found.tails ?? []).filter(({ id }) => !begun.has(id))
  const hits: FinderHit[] = [
    ...found.orders.map(orderHit),
    ...(await medHits(tx, [...found.meds, ...ended])),
    ...found.lots.map(lotHit),
    ...productHits(found.products ?? [], isNdc ? text : undefined),
    ...(found.senders ?? []).map(senderHit),
  ]
  return { hits, readAs: text }
}

/** Makes the hits for products: each name once, at most four names. @param ndc set if the products were searched by NDC. */
function productHits(products: readonly Row<typeof selectSeenProducts>[], ndc: string | undefined): FinderHit[] {
  const seen = new Set<string>()
  return products.flatMap((product) => {
    const title = [product.regulatedProductName, product.strengthDescription].filter(Boolean).join(' ')
    if (!title || seen.has(title) || seen.size >= 4) return []
    seen.add(title)
    const by = ndc ? `ndc=${encodeURIComponent(ndc)}` : `medName=${encodeURIComponent(product.regulatedProductName ?? '')}`
    return [
      {
        kind: 'product',
        id: product.id,
        title,
        code: product.additionalTradeItemId,
        detail: 'Packages of this product',
        href: `/searchmeds?${by}`,
        held: 0,
        pending: 0,
      } satisfies FinderHit,
    ]
  })
}

const LEVEL = { case: 'Case', pallet: 'Pallet' } as const
const collectMeds = (amount: number) => formatAmount(amount, 'package')

const asPackage = ({ level, meds }: PackageLine, name: string) => ({
  kind: 'package' as const,
  title: `${LEVEL[level]} of ${collectMeds(meds)}: ${name}`,
})

type Med = Row<typeof selectSerials>
async function medHits(tx: CustomerTx, meds: Med[], label: Label = {}): Promise<FinderHit[]> {
  const { packages, receipts, held } = await readMedStates(
    tx,
    meds.map((med) => med.id),
  )
  const hits: FinderHit[] = []
  for (const med of meds) {
    const inside = packages.get(med.id)
    const hit = medHit(med, { isReceived: med.receiptId !== null || receipts.has(med.id), held: held.get(med.id), label })
    hits.push(inside ? { ...hit, ...asPackage(inside, hit.title), ...(await countHeldInside(tx, inside)) } : hit)
  }
  return hits
}

function findDifference(label: Label, { lotNumber, expirationDate }: Med): Pick<FinderHit, 'differs'> {
  if (differingFields(label, { lotNumber, expirationDate }).length === 0) return {}
  const said = { lotNumber: label.lotNumber ?? null, expirationDate: label.expirationDate ?? null }
  return { differs: { label: said, record: { lotNumber, expirationDate } } }
}

const medHit = (med: Med, { isReceived, held, label }: { isReceived: boolean; held: HoldCause | undefined; label: Label }): FinderHit => ({
  kind: 'med',
  id: med.id,
  title: [med.regulatedProductName, med.strengthDescription].filter(Boolean).join(' ') || 'Package',
  code: med.serialNumber,
  detail: `${med.sentTo ? `Sent to ${med.sentTo}` : isReceived ? 'Received' : 'Not received'}, ${med.locationName}${med.lotNumber ? `, lot ${med.lotNumber}` : ''}`,
  href: `/meddetail/${med.id}`,
  held: held ? 1 : 0,
  pending: held === 'dataPending' ? 1 : 0,
  ...findDifference(label, med),
})

const containerHit = (unit: Awaited<ReturnType<typeof findContainers>>[number]): FinderHit => ({
  kind: 'package',
  id: unit.documentId,
  title: `Container of ${collectMeds(unit.meds)}`,
  code: unit.sscc,
  detail: `${unit.senderNames.join(', ')}${unit.purchaseOrderNumbers.length ? `, PO ${unit.purchaseOrderNumbers.join(', ')}` : ''}`,
  href: `/orders/receive/${unit.documentId}`,
  held: unit.held,
  pending: unit.pending,
})

const orderHit = (order: Row<typeof selectOrders>): FinderHit => ({
  kind: 'order',
  id: order.id,
  title: `Order ${order.purchaseOrderNumbers.join(', ')}`,
  code: null,
  detail: `${order.senderNames.join(', ')}, ${order.amountReceived} of ${order.amountOfMeds} received`,
  href: `/orders/receive/${order.id}`,
  held: order.amountHeld,
  pending: order.amountPending,
})

const senderHit = ({ name, orders }: { name: string; orders: number }): FinderHit => ({
  kind: 'sender',
  id: null,
  title: name,
  code: null,
  detail: `Sender, ${formatAmount(orders, 'order')}`,
  href: `/orders?sender=${encodeURIComponent(name)}&from=any&to=any`,
  held: 0,
  pending: 0,
})

const lotHit = (lot: Row<typeof selectLots>): FinderHit => ({
  kind: 'lot',
  id: null,
  title: `Lot ${lot.lotNumber ?? ''}`,
  code: lot.lotNumber,
  detail: collectMeds(lot.amount),
  href: `/searchmeds?lotNumber=${encodeURIComponent(lot.lotNumber ?? '')}`,
  held: lot.held,
  pending: lot.pending,
})
