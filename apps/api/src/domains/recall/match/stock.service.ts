import type { CustomerTx } from '../../../db/types.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { firmKey, lotKey, toNdc10 } from '../load/lot.rules.ts'
import {
  findSent,
  getCustomerId,
  hasStock,
  hasTypedStock,
  insertStock,
  type KnownStock,
  listDocumentGroups,
  listOrdersWithoutStock,
  listTypedGroups,
  listTypedLots,
  listTypedStock,
  reduceLotAmount,
  type StockGroup,
  type StockRow,
  updateAmount,
} from './stock.queries.ts'

/** Queues the comparison of the customer's lots with recalls; at most one such job waits and one runs. */
export async function queueMatching(tx: CustomerTx): Promise<void> {
  const name = `recall ${await getCustomerId(tx)}`
  await enqueue(tx, 'recall.match', {}, { key: name, queue: name })
}

/** Records the lots of a document and queues their comparison with the recalls. Does nothing if lots of the document are already recorded. */
export async function recordDocumentLots(
  tx: CustomerTx,
  documentId: number,
  { locationId, lots }: { locationId: number; lots: readonly Omit<StockGroup, 'locationId'>[] },
): Promise<void> {
  const groups = lots.map((lot) => ({ ...lot, locationId }))
  if (await saveDocument(tx, documentId, groups)) await queueMatching(tx)
}

/**
 * Saves a document's lots, unless they are already saved. `brought`: the lots, if the caller has them; without it, they are read from the stored
 * lines.
 */
async function saveDocument(tx: CustomerTx, documentId: number, brought?: readonly StockGroup[]): Promise<boolean> {
  if (await hasStock(tx, documentId)) return false
  const sent = await findSent(tx, documentId)
  if (!sent) return false
  const groups = brought ?? (await listDocumentGroups(tx, documentId))
  const sentAt = readInstant(sent.eventTime) ?? readInstant(sent.created) ?? sent.stored
  await insertStock(
    tx,
    groups.map((group) => stockRow(group, { documentId, sentAt })),
  )
  // Typed-in meds that this file lists count as part of the order from now on. So the typed-in stock of the file's lots is counted again, without
  // these meds.
  const locationId = groups[0]?.locationId ?? 0
  if (await hasTypedStock(tx, locationId)) await countTyped(tx, locationId, [...new Set(groups.map(({ lotNumber }) => lotNumber))])
  return true
}

/** Parses a time as written in a document; undefined if it is not a time. */
function readInstant(text: string | null): Date | undefined {
  const at = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) || at < 0 || at > 4e12 ? undefined : new Date(at)
}

function stockRow(group: StockGroup, { documentId, sentAt }: { documentId: number | null; sentAt: Date }): StockRow {
  const { productId, manufacturer, ...own } = group
  return {
    ...own,
    documentId,
    sentAt,
    epcisMedVocabularyId: productId,
    ndc10: toNdc10(group),
    lotKey: group.lotNumber === null ? null : lotKey(group.lotNumber),
    firmKey: firmKey(manufacturer),
  }
}

/**
 * Called after a person typed in, changed or voided meds of these lots: counts the typed-in packages of the lots again, and if a lot grew, queues a
 * comparison with the recalls.
 */
export async function recordTypedLots(
  tx: CustomerTx,
  { locationId, lots }: { locationId: number; lots: readonly (string | null)[] },
): Promise<void> {
  if (await countTyped(tx, locationId, lots)) await queueMatching(tx)
}

const sameGroup = (group: Omit<StockGroup, 'amount' | 'locationId' | 'manufacturer'>) =>
  JSON.stringify([group.productId, group.gtin, group.ndc, group.lotNumber, group.expirationDate])

/**
 * Counts the typed-in packages of these lots, and updates the stored stock to these counts.
 * @returns whether a lot has more packages than before.
 */
async function countTyped(tx: CustomerTx, locationId: number, lots: readonly (string | null)[]): Promise<boolean> {
  if (lots.length === 0) return false
  const known = new Map((await listTypedStock(tx, locationId, lots)).map((row): [string, KnownStock] => [sameGroup(row), row]))
  const groups = await listTypedGroups(tx, locationId, lots)
  const fresh = groups.filter((group) => !known.has(sameGroup(group)))
  await insertStock(
    tx,
    fresh.map(({ enteredAt, ...group }) => stockRow(group, { documentId: null, sentAt: enteredAt })),
  )
  let isMore = fresh.length > 0
  for (const group of groups) {
    const row = known.get(sameGroup(group))
    if (row && row.amount > group.amount) await reduceLotAmount(tx, row.id, group.amount)
    if (row && row.amount < group.amount) {
      await updateAmount(tx, row.id, { amount: group.amount, isMatched: false })
      isMore = true
    }
    known.delete(sameGroup(group))
  }
  for (const gone of known.values()) if (gone.amount > 0) await reduceLotAmount(tx, gone.id, 0)
  return isMore
}

/** Maximum number of orders whose stock one call records. All of these orders are older than the recall feature. */
const FILL = 50

/**
 * Adds the stock that arrived before the recall feature existed, so that it is compared with recalls: first the lots of old orders, up to `FILL`
 * orders per call, then the lots of typed-in packages.
 * @returns whether old orders may be left for the next call.
 */
export async function recordEarlierStock(tx: CustomerTx): Promise<boolean> {
  const orders = await listOrdersWithoutStock(tx, FILL)
  for (const id of orders) await saveDocument(tx, id)
  if (orders.length === FILL) return true
  for (const { locationId, lots } of await listTypedLots(tx)) await countTyped(tx, locationId, lots)
  return false
}
