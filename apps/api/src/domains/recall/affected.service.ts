import {
  RECALL_PACKAGES_SHOWN,
  type RecallAffected,
  type RecallAffectedPage,
  type RecallAffectedQuery,
  type RecallDismissal,
} from '@seriatim/schema'
import type { CustomerTx } from '../../db/types.ts'
import { readCursor, toPage } from '../../page.ts'
import { makePersonName } from '../../person.ts'
import { makeSgtin } from '../../sgtin.ts'
import { countHeldByLot, listHeld } from '../hold/hold.service.ts'
import { countReceivedByLot, listPackages, type PackageRecord } from './packages.queries.ts'
import { type AffectedFilter, type AffectedKey, type AffectedRecord, listAffected, makeAffectedKey } from './recall.queries.ts'

/** Lots that are read at a time. */
const BATCH = 100

/** Affected lots with their packages; all of them unless there is a limit. */
export async function readAffected(tx: CustomerTx, filter: AffectedFilter, limit = Number.POSITIVE_INFINITY): Promise<RecallAffected[]> {
  const entries: RecallAffected[] = []
  for (let after: AffectedKey | undefined; entries.length < limit; ) {
    const rows = await listAffected(tx, filter, { after, limit: Math.min(BATCH, limit - entries.length) })
    entries.push(...(await asAffected(tx, rows)))
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) break
    after = makeAffectedKey(last)
  }
  return entries
}

/** A page of a recall's lots, each with as many packages as a page shows; and the sums over all lots. */
export async function readAffectedPage(tx: CustomerTx, { recallId, limit, cursor }: RecallAffectedQuery): Promise<RecallAffectedPage> {
  const { items, nextCursor } = toPage(
    await listAffected(tx, { recallId }, { after: readCursor(cursor, isAffectedKey), limit: limit + 1 }),
    limit,
    makeAffectedKey,
  )
  const all = await listAffected(tx, { recallId })
  const held = await readHeldByLot(tx, all)
  const entries = (await asAffected(tx, items, RECALL_PACKAGES_SHOWN)).map((entry) => {
    const { onHold, pending } = held.get(entry.id) ?? NONE_HELD
    return { ...entry, amountOnHold: onHold, amountPending: pending }
  })
  return { items: entries, nextCursor, ...addUp(all, held) }
}

function addUp(all: readonly AffectedRecord[], held: ReadonlyMap<number, LotHeld>) {
  const counted = all.filter(({ confidence }) => confidence !== 'possible')
  const active = counted.filter(({ isDismissed }) => !isDismissed)
  const sum = (rows: readonly AffectedRecord[], of: (row: AffectedRecord) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    meds: sum(active, ({ amount }) => amount),
    onHold: sum(active, ({ id }) => held.get(id)?.onHold ?? 0),
    pending: sum(active, ({ id }) => held.get(id)?.pending ?? 0),
    locations: [...new Set(active.map(({ locationName }) => locationName))],
    dismissed: sum(counted, ({ amount }) => amount) - sum(active, ({ amount }) => amount),
    lots: counted.length,
  }
}

const isAffectedKey = (key: unknown): key is AffectedKey =>
  Array.isArray(key) && key.length === 3 && Number.isSafeInteger(key[0]) && typeof key[1] === 'string' && Number.isSafeInteger(key[2])

/** The packages of affected lots by the lot's entry, and what holds them by the package. */
async function listPackagesWithHolds(tx: CustomerTx, rows: readonly AffectedRecord[], limit?: number) {
  const packages = await listPackages(tx, rows, limit)
  const medIds = [...packages.values()].flat().map(({ medId }) => medId)
  return { packages, held: await listHeld(tx, medIds) }
}

async function asAffected(tx: CustomerTx, rows: readonly AffectedRecord[], limit?: number): Promise<RecallAffected[]> {
  const { packages, held } = await listPackagesWithHolds(tx, rows, limit)
  return rows.map((row) => describe(row, packages.get(row.id) ?? [], held))
}

function describe(row: AffectedRecord, packages: readonly PackageRecord[], held: Awaited<ReturnType<typeof listHeld>>): RecallAffected {
  const epcisMedVocabulary = {
    regulatedProductName: row.productName,
    manufacturerOfTradeItemPartyName: row.manufacturer,
    additionalTradeItemId: row.ndc,
  }
  const epcisSgtins = packages.map(({ medId, gtin, serialNumber, receivedAt, firstName, lastName }) => ({
    medId,
    serialNumber,
    epcisMedVocabulary,
    isOnHold: held.get(medId) === 'quarantine',
    isPending: held.get(medId) === 'dataPending',
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
    amount: row.amount,
    amountOnHold: epcisSgtins.filter(({ isOnHold }) => isOnHold).length,
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

/** How many packages of each affected lot were received, by the match's id. What was typed in is here. */
export async function readReceivedByLot(tx: CustomerTx, rows: readonly AffectedRecord[]): Promise<Map<number, number>> {
  const documentIds = [...new Set(rows.flatMap(({ documentId }) => documentId ?? []))]
  const received = new Map((await countReceivedByLot(tx, documentIds)).map((lot) => [makeLotKey(lot), lot.received]))
  return new Map(rows.map((row) => [row.id, row.documentId === null ? row.amount : (received.get(makeLotKey(row)) ?? 0)]))
}

/** Of a lot: in quarantine, and those that only wait for the data of a ticket. */
export interface LotHeld {
  onHold: number
  pending: number
}
const NONE_HELD: LotHeld = { onHold: 0, pending: 0 }

/** How many packages of each affected lot are held now, by the match's id. */
export async function readHeldByLot(tx: CustomerTx, rows: readonly AffectedRecord[]): Promise<Map<number, LotHeld>> {
  const documentIds = [...new Set(rows.flatMap(({ documentId }) => documentId ?? []))]
  const counted = documentIds.length ? await countHeldByLot(tx, documentIds) : []
  const held = new Map(counted.map(({ expirationDate, ...lot }) => [makeLotKey({ ...lot, expiration: expirationDate }), lot]))
  const sums = new Map<number, LotHeld>()
  for (const row of rows.filter(({ documentId }) => documentId !== null)) {
    const { onHold, pending } = held.get(makeLotKey(row)) ?? NONE_HELD
    sums.set(row.id, { onHold, pending })
  }
  await addTyped(
    tx,
    rows.filter(({ documentId }) => documentId === null),
    sums,
  )
  return sums
}

/** Of what was typed in. */
async function addTyped(tx: CustomerTx, rows: readonly AffectedRecord[], sums: Map<number, LotHeld>): Promise<void> {
  if (!rows.length) return
  const { packages, held: causes } = await listPackagesWithHolds(tx, rows)
  for (const { id } of rows) {
    const own = (packages.get(id) ?? []).flatMap(({ medId }) => causes.get(medId) ?? [])
    const onHold = own.filter((cause) => cause === 'quarantine').length
    sums.set(id, { onHold, pending: own.length - onHold })
  }
}
