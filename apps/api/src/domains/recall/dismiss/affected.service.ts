import {
  RECALL_PACKAGES_SHOWN,
  type RecallAffected,
  type RecallAffectedPage,
  type RecallAffectedQuery,
  type RecallDismissal,
} from '@seriatim/schema'
import { pageOf, readCursor } from '../../../core/page.ts'
import { makePersonName } from '../../../core/text/person.ts'
import { makeSgtin } from '../../../core/text/sgtin.ts'
import { readInOneQuery, type Together, withInstants } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { IS_PENDING, selectHeldByLot } from '../../hold/hold.joins.ts'
import { NO_PACKAGES, type PackageCounts, selectPackageCounts } from '../package-counts.queries.ts'
import {
  type AffectedFilter,
  type AffectedKey,
  type AffectedRecord,
  listAffected,
  makeAffected,
  makeAffectedKey,
  selectAffected,
} from '../recall.queries.ts'
import { listPackages, type PackageRecord, selectAffectedPackages, selectReceivedByLot } from './packages.queries.ts'

/** Lots read per batch. */
const BATCH = 100

/** Query for the first batch of affected lots. Callers run it together with other queries, and pass its rows to {@link readAffected}. */
export const selectFirstAffected = (filter: AffectedFilter, limit = BATCH) =>
  selectAffected(filter, { after: undefined, limit: Math.min(BATCH, limit) })

/**
 * Affected lots with their packages, at most `limit` (by default all of them). `first` is the first batch of lots, from {@link selectFirstAffected};
 * the function reads the remaining batches itself, in the same order.
 */
export async function readAffected(
  tx: CustomerTx,
  filter: AffectedFilter,
  first: readonly AffectedRecord[],
  limit = Number.POSITIVE_INFINITY,
): Promise<RecallAffected[]> {
  const entries: RecallAffected[] = []
  for (let rows = first; ; ) {
    const packages = rows.length ? await listPackages(tx, rows, { isPending: IS_PENDING }) : new Map<number, PackageRecord[]>()
    entries.push(...rows.map((row) => toAffected(row, packages.get(row.id) ?? [])))
    const last = rows.at(-1)
    if (!last || rows.length < BATCH || entries.length >= limit) return entries
    rows = await listAffected(tx, filter, { after: makeAffectedKey(last), limit: Math.min(BATCH, limit - entries.length) })
  }
}

/** Two queries about a recall: one for all of its lots, for the totals, and one for the lots of a page. @throws AppError bad_cursor. */
export const selectAffectedPage = ({ recallId, limit, cursor }: RecallAffectedQuery) => ({
  all: selectAffected({ recallId }),
  page: selectAffected({ recallId }, { after: readCursor(cursor, isAffectedKey), limit: limit + 1 }),
})

/** One page of a recall's lots, each with as many packages as a page shows, and the totals over all lots. */
export async function readAffectedPage(
  tx: CustomerTx,
  limit: number,
  { all, page }: Together<ReturnType<typeof selectAffectedPage>>,
): Promise<RecallAffectedPage> {
  const { items, nextCursor } = pageOf(makeAffected(page), limit, makeAffectedKey)
  const rows = makeAffected(all)
  const shown = selectAffectedPackages(items, { limit: RECALL_PACKAGES_SHOWN, isPending: IS_PENDING })
  const found = await readInOneQuery(tx, {
    shown,
    ...selectHeldForLots(items),
    received: selectReceivedForLots(items),
    counts: selectPackageCounts([...new Set(rows.map(({ recallId }) => recallId))]),
  })
  const held = sumHeld(items, found)
  const received = sumReceived(items, found.received)
  const packages = Map.groupBy(withInstants(found.shown, 'receivedAt'), ({ entryId }) => entryId)
  const entries = items.map((row) => {
    const { onHold, expectedOnHold, pending } = held.get(row.id) ?? NONE_HELD
    const amountReceived = received.get(row.id) ?? 0
    const amountExpectedNotHeld = row.amount - amountReceived - expectedOnHold
    const amounts = { amountReceived, amountOnHold: onHold, amountExpectedNotHeld, amountPending: pending }
    return { ...toAffected(row, packages.get(row.id) ?? []), ...amounts }
  })
  return { items: entries, nextCursor, ...sumPackages(rows, found.counts[0] ?? NO_PACKAGES) }
}

function sumPackages(all: readonly AffectedRecord[], { packages, ...counts }: PackageCounts) {
  const counted = all.filter(({ confidence }) => confidence !== 'possible')
  const active = counted.filter(({ isDismissed }) => !isDismissed)
  return { meds: packages, ...counts, locations: [...new Set(active.map(({ locationName }) => locationName))], lots: counted.length }
}

const isAffectedKey = (key: unknown): key is AffectedKey =>
  Array.isArray(key) && key.length === 3 && Number.isSafeInteger(key[0]) && typeof key[1] === 'string' && Number.isSafeInteger(key[2])

function toAffected(row: AffectedRecord, packages: readonly PackageRecord[]): RecallAffected {
  const epcisMedVocabulary = {
    regulatedProductName: row.productName,
    manufacturerOfTradeItemPartyName: row.manufacturer,
    additionalTradeItemId: row.ndc,
  }
  const epcisSgtins = packages.map(({ medId, gtin, serialNumber, receivedAt, firstName, lastName, isPending, sentTo }) => ({
    medId,
    serialNumber,
    epcisMedVocabulary,
    isOnHold: isPending === false,
    isPending: isPending === true,
    sentTo,
    receivedBy: makePersonName({ firstName, lastName }),
    datetimeReceived: receivedAt?.toISOString() ?? null,
    sgtin: gtin === null ? null : makeSgtin(gtin, serialNumber, { gtin: row.gtin, sgtin: row.sgtinPattern }),
  }))
  const [first] = epcisSgtins
  const last = epcisSgtins.reduce((latest, one) => ((one.datetimeReceived ?? '') > (latest?.datetimeReceived ?? '') ? one : latest), first)
  return {
    id: row.id,
    recallId: row.recallId,
    recallCodeId: row.recallCodeId,
    affectedMedCount: row.confidence === 'possible' ? 0 : row.amount,
    customerLocation: { id: row.locationId, name: row.locationName },
    expiration: row.expiration,
    lotNumber: row.lotNumber,
    document: { id: row.documentId, timestamp: row.sentAt.toISOString() },
    epcisSgtins,
    dismissedRecall: makeDismissal(row),
    receivedBy: last?.receivedBy ?? null,
    datetimeReceived: last?.datetimeReceived ?? null,
    sgtin: first?.sgtin ?? null,
    epcisMedVocabulary,
    ndc: row.ndc,
    purchaseOrderNumbers: row.purchaseOrderNumbers ?? [],
    amount: row.amount,
    amountReceived: row.documentId === null ? row.amount : epcisSgtins.filter(({ datetimeReceived }) => datetimeReceived !== null).length,
    amountOnHold: epcisSgtins.filter(({ isOnHold }) => isOnHold).length,
    amountExpectedNotHeld:
      row.documentId === null ? 0 : epcisSgtins.filter(({ datetimeReceived, isOnHold }) => datetimeReceived === null && !isOnHold).length,
    amountPending: epcisSgtins.filter(({ isPending }) => isPending).length,
    confidence: row.confidence,
    why: row.why,
    matchedAt: row.matchedAt.toISOString(),
  }
}

export function makeDismissal(row: AffectedRecord): RecallDismissal | null {
  if (row.dismissedId === null || row.dismissedAt === null) return null
  return {
    id: row.dismissedId,
    isDismissed: row.isDismissed ?? false,
    notes: row.notes ?? '',
    noneOnHand: row.noneOnHand ?? false,
    quarantined: row.quarantined,
    returned: row.returned,
    destroyed: row.destroyed,
    dispensed: row.dispensed,
    amount: row.dismissedAmount ?? 0,
    dismissedAt: row.dismissedAt.toISOString(),
    dismissedBy: makePersonName(row),
  }
}

interface LotKey {
  documentId: number | null
  productId: number | null
  lotNumber: string | null
  expiration: string | null
}
const makeLotKey = ({ documentId, productId, lotNumber, expiration }: LotKey) =>
  JSON.stringify([documentId, productId, lotNumber, expiration])

const listOrders = (rows: readonly AffectedRecord[]) => [...new Set(rows.flatMap(({ documentId }) => documentId ?? []))]

export const selectReceivedForLots = (rows: readonly AffectedRecord[]) => selectReceivedByLot(listOrders(rows))

/** Counts the received packages of each affected lot, by match id. Typed-in packages count as received. */
export function sumReceived(
  rows: readonly AffectedRecord[],
  counted: Together<{ rows: ReturnType<typeof selectReceivedForLots> }>['rows'],
): Map<number, number> {
  const received = new Map(counted.map((lot) => [makeLotKey(lot), lot.received]))
  return new Map(rows.map((row) => [row.id, row.documentId === null ? row.amount : (received.get(makeLotKey(row)) ?? 0)]))
}

/** For one lot, the numbers of packages in quarantine and of packages on hold only because a ticket's data is missing. */
export interface LotHeld {
  onHold: number
  /** Number of packages on hold that a file announced but that were never received. */
  expectedOnHold: number
  pending: number
}
const NONE_HELD: LotHeld = { onHold: 0, expectedOnHold: 0, pending: 0 }

const listTyped = (rows: readonly AffectedRecord[]) => rows.filter(({ documentId }) => documentId === null)

export const selectHeldForLots = (rows: readonly AffectedRecord[]) => ({
  held: selectHeldByLot(listOrders(rows)),
  typed: selectAffectedPackages(listTyped(rows), { isPending: IS_PENDING }),
})

type Held = Together<ReturnType<typeof selectHeldForLots>>

/** For each match id, how many packages of the affected lot are on hold now. */
export function sumHeld(
  rows: readonly AffectedRecord[],
  { held, typed }: { held: Held['held']; typed: readonly Pick<PackageRecord, 'entryId' | 'isPending'>[] },
): Map<number, LotHeld> {
  const lots = new Map(held.map((lot) => [makeLotKey(lot), lot]))
  const packages = Map.groupBy(typed, ({ entryId }) => entryId)
  return new Map(
    rows.map((row) => {
      if (row.documentId !== null) return [row.id, lots.get(makeLotKey(row)) ?? NONE_HELD]
      const own = packages.get(row.id) ?? []
      const amount = (wanted: boolean) => own.filter(({ isPending }) => isPending === wanted).length
      return [row.id, { onHold: amount(false), expectedOnHold: 0, pending: amount(true) }]
    }),
  )
}
