import { KEEP_YEARS, type PreviousOwner, type ReceivedHow, type TracingFound, type TracingRecord } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { addMonths, toDay } from '../../../core/day.ts'
import { withCustomer } from '../../../db/customer-tx.ts'
import type { CustomerTx, Db, Scope } from '../../../db/types.ts'
import { type Transaction, transactionsOf } from '../../med/story/med-transaction.rules.ts'
import { listItems, type RequestRecord } from '../request.queries.ts'
import { type DocumentFacts, type Hit, listDocumentFacts, listHits, listItemsOnFile, readCovered } from './find.queries.ts'
import { countResults, type FoundRecord, judgeItem, type Searched, searchedWords } from './judge.ts'

const RECEIVED: Record<ReceivedHow, string> = {
  scan: 'scanned',
  serial: 'serial number typed in',
  container: 'received with its case',
  product: 'received with all packages of its product',
  all: 'received with the whole order',
}

/** An order that brought packages, with its transactions. */
export interface TracedDocument extends DocumentFacts {
  transactions: Transaction[]
}

export interface Traced extends TracingFound {
  documents: TracedDocument[]
  /** The transaction with which each record's package came. */
  transactions: ReadonlyMap<TracingRecord, Transaction>
}

type Looking = Pick<Session, 'now' | 'scope' | 'timeZone'>

/**
 * Looks up all items of a request in few statements, whatever their number, in the transaction's scope.
 *
 * @param elsewhere numbers of items that are on file outside that scope; only those without a record here are named so.
 */
export async function traceItems(
  tx: CustomerTx,
  { now, scope, timeZone }: Looking,
  request: Pick<RequestRecord, 'id'>,
  { numbers = [], elsewhere = [] }: { numbers?: readonly number[]; elsewhere?: readonly number[] } = {},
): Promise<Traced> {
  const wanted = new Set(numbers)
  const items = (await listItems(tx, request.id)).filter(({ n }) => !wanted.size || wanted.has(n))
  const hits = Map.groupBy(await listHits(tx, request.id, numbers), ({ n }) => n)
  const documentIds = new Set([...hits.values()].flat().flatMap(({ documentId }) => documentId ?? []))
  const documents = (await listDocumentFacts(tx, [...documentIds])).map(toTracedDocument)
  const byId = new Map(documents.map((document) => [document.documentId, document]))
  const covered = await readCovered(tx)
  const searched: Searched = {
    ...covered,
    since: covered.since && toDay(covered.since, timeZone),
    keptSince: toDay(addMonths(now, -12 * KEEP_YEARS), timeZone),
    isNarrow: scope === 'some',
  }
  const away = new Set(elsewhere)
  const transactions = new Map<TracingRecord, Transaction>()
  const lines = items.map(({ n, ndc10: _, ...asked }) => {
    const own = hits.get(n) ?? []
    const records = own.map((hit) => {
      const document = hit.documentId === null ? undefined : byId.get(hit.documentId)
      const transaction = document && transactionOf(document, hit.shipping)
      const record = toRecord(hit, document, transaction)
      if (transaction) transactions.set(record, transaction)
      return record
    })
    return judgeItem(n, asked, { records, amount: own[0]?.amount ?? 0, isElsewhere: away.has(n) }, searched)
  })
  return { lines, counts: countResults(lines), searched: searchedWords(searched), searchedAt: now.toISOString(), documents, transactions }
}

/**
 * Numbers of the items of which another location has a record; empty for a caller who sees all locations. Opens its own transaction, so call it outside
 * of any: a call that holds one connection and waits for a second one can wait for itself.
 */
export async function findElsewhere(db: Db, scope: Scope, requestId: number): Promise<number[]> {
  if (scope.scope === 'all') return []
  const { customerId, userId } = scope
  return withCustomer(db, { customerId, userId, scope: 'all', locationIds: [] }, 'read only', (tx) => listItemsOnFile(tx, requestId, []))
}

function toTracedDocument(facts: DocumentFacts): TracedDocument {
  return { ...facts, transactions: transactionsOf(facts.events, facts.locations) }
}

/** The transaction of one package. A document may hold several shipments by several sellers. */
function transactionOf({ events, locations, transactions }: TracedDocument, shipping: number | null): Transaction | undefined {
  if (shipping === null || transactions.length < 2) return transactions.at(-1)
  const own = events.filter(({ bizStep, number }) => bizStep === 'void_shipping' || number === shipping)
  return transactionsOf(own, locations).at(-1)
}

function toSeller(facts: DocumentFacts, transaction: Transaction | undefined): PreviousOwner | null {
  const named = transaction?.seller
  const name = named?.name ?? facts.partnerName ?? facts.senderName
  const place =
    named && [named.streetAddressOne, [named.city, named.state, named.postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const { contactName, emailAddress, phone } = facts
  return name ? { name, gln: named?.gln ?? facts.senderGln, place: place || null, contactName, emailAddress, phone } : null
}

function toRecord(
  { n: _, amount: __, shipping: ___, receivedAt, receivedHow, ...hit }: Hit,
  document: TracedDocument | undefined,
  transaction: Transaction | undefined,
): FoundRecord {
  return {
    ...hit,
    receivedAt: receivedAt?.toISOString() ?? null,
    receivedHow: receivedHow && RECEIVED[receivedHow],
    purchaseOrders: document?.purchaseOrders ?? [],
    hasStatement: document?.hasStatement ?? false,
    shippedAt: transaction?.shippedAt ?? null,
    seller: document ? toSeller(document, transaction) : null,
  }
}
