import { KEEP_YEARS, type PreviousOwner, type ReceivedHow, type TracingFound, type TracingRecord } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { addMonths, toDay } from '../../../core/day.ts'
import { withCustomer } from '../../../db/customer-tx.ts'
import type { CustomerTx, Db, Scope } from '../../../db/types.ts'
import { type Transaction, transactionsOf } from '../../med/story/med-transaction.rules.ts'
import { listItems, type RequestRecord, type StoredItem } from '../request.queries.ts'
import {
  type DocumentFacts,
  type Hit,
  listDocumentFacts,
  listHits,
  listItemsOutside,
  listOwnerContacts,
  type OwnerContact,
  readCovered,
} from './find.queries.ts'
import { countResults, type FoundRecord, judgeItem, type Searched, searchedWords } from './judge.ts'
import { type Share, shareOf } from './share.rules.ts'

const RECEIVED: Record<ReceivedHow, string> = {
  scan: 'scanned',
  serial: 'serial number typed in',
  container: 'received with its case',
  product: 'received with all packages of the same product',
  all: 'received with the whole order',
}

/** An order that contains some of the packages found, and its transactions. */
export interface TracedDocument extends DocumentFacts {
  transactions: Transaction[]
}

export interface Traced extends TracingFound {
  documents: TracedDocument[]
  /** The transaction with which each record's package arrived; records of one shipment share it. */
  transactions: ReadonlyMap<TracingRecord, Transaction>
}

type SearchContext = Pick<Session, 'now' | 'scope' | 'timeZone'>

interface Chosen {
  /** Numbers of the request's items to search for; if empty or absent, all items. */
  numbers?: readonly number[]
  /** Numbers of the items for which the customer has packages at locations that the caller cannot access. */
  elsewhere?: readonly number[]
  /**
   * If the result goes to outsiders, the customer's name, because sentences then say "of Park Pharmacy" in place of "your"; null if the result is for
   * the customer's own people.
   */
  ownName?: string | null
}

/** Number of items per search. A larger request is split, so that no statement takes too long. */
export const SEARCHED_AT_ONCE = 1000

/**
 * Looks up the items of a request, up to a thousand at a time, so that the number of statements hardly grows with the number of items. Finds only
 * what the transaction's scope may see.
 */
export async function traceItems(
  tx: CustomerTx,
  { now, scope, timeZone }: SearchContext,
  request: Pick<RequestRecord, 'id'>,
  { numbers = [], elsewhere = [], ownName = null }: Chosen = {},
): Promise<Traced> {
  const wanted = new Set(numbers)
  const all = await listItems(tx, request.id)
  const items = all.filter(({ n }) => !wanted.size || wanted.has(n))
  const share = shareOfItems(all)
  const hits = await listAllHits(tx, request.id, { items, share, isWhole: items.length === all.length })
  const documentIds = new Set([...hits.values()].flat().flatMap(({ documentId }) => documentId ?? []))
  const documents = (await listDocumentFacts(tx, [...documentIds])).map(toTracedDocument)
  const byId = new Map(documents.map((document) => [document.documentId, document]))
  const covered = await readCovered(tx)
  const searched: Searched = {
    ...covered,
    since: covered.since && toDay(covered.since, timeZone),
    keptSince: toDay(addMonths(now, -12 * KEEP_YEARS), timeZone),
    isNarrow: scope === 'some',
    ownName,
  }
  const outside = new Set(elsewhere)
  const transactions = new Map<TracingRecord, Transaction>()
  const transactionOf = makeTransactionFinder()
  const contactOf = await readOwnerContacts(
    tx,
    [...hits.values()].flat().flatMap(({ documentId, shipping }) => {
      const document = documentId === null ? undefined : byId.get(documentId)
      return document ? [{ document, transaction: transactionOf(document, shipping) }] : []
    }),
  )
  const lines = items.map(({ n, ndc10: _, ...asked }) => {
    const own = hits.get(n) ?? []
    const records = own.map((hit) => {
      const document = hit.documentId === null ? undefined : byId.get(hit.documentId)
      const transaction = document && transactionOf(document, hit.shipping)
      const record = toRecord(hit, document && { document, seller: toSeller(document, transaction, contactOf), transaction })
      if (transaction) transactions.set(record, transaction)
      return record
    })
    return judgeItem(
      n,
      asked,
      { records, amount: own[0]?.amount ?? 0, hasMore: own[0]?.hasMore ?? false, isElsewhere: outside.has(n) },
      searched,
    )
  })
  return { lines, counts: countResults(lines), searched: searchedWords(searched), searchedAt: now.toISOString(), documents, transactions }
}

function shareOfItems(items: readonly StoredItem[]): Share {
  const serials = items.filter(({ serialNumber }) => serialNumber !== null).length
  return shareOf({ serials, groups: items.length - serials })
}

async function listAllHits(
  tx: CustomerTx,
  requestId: number,
  { items, share, isWhole }: { items: readonly { n: number }[]; share: Share; isWhole: boolean },
): Promise<Map<number, Hit[]>> {
  if (items.length <= SEARCHED_AT_ONCE) {
    const numbers = isWhole ? [] : items.map(({ n }) => n)
    return Map.groupBy(items.length ? await listHits(tx, requestId, numbers, share) : [], ({ n }) => n)
  }
  const hits = new Map<number, Hit[]>()
  for (let at = 0; at < items.length; at += SEARCHED_AT_ONCE) {
    const part = items.slice(at, at + SEARCHED_AT_ONCE).map(({ n }) => n)
    for (const [n, own] of Map.groupBy(await listHits(tx, requestId, part, share), (hit) => hit.n)) hits.set(n, own)
  }
  return hits
}

/**
 * Returns the numbers of the requested items that have packages at a location which the caller cannot see; empty for a caller who sees all locations.
 * It opens its own transaction, so it must be called before another one is open.
 */
export async function findElsewhere(db: Db, scope: Scope, requestId: number, numbers: readonly number[] = []): Promise<number[]> {
  if (scope.scope === 'all') return []
  const { customerId, userId, locationIds } = scope
  return withCustomer(db, { customerId, userId, scope: 'all', locationIds: [] }, 'read only', (tx) =>
    listItemsOutside(tx, requestId, numbers, locationIds),
  )
}

function toTracedDocument(facts: DocumentFacts): TracedDocument {
  return { ...facts, transactions: transactionsOf(facts.events, facts.locations) }
}

/**
 * Returns a function that finds the transaction by which a package was shipped. This needs a search, because a document may contain shipments from
 * several sellers. Packages of the same shipment get the same object.
 */
function makeTransactionFinder() {
  const found = new Map<string, Transaction | undefined>()
  return ({ documentId, events, locations, transactions }: TracedDocument, shipping: number | null): Transaction | undefined => {
    if (shipping === null || transactions.length < 2) return transactions.at(-1)
    const key = `${documentId} ${shipping}`
    if (!found.has(key)) {
      const own = events.filter(({ bizStep, number }) => bizStep === 'void_shipping' || number === shipping)
      found.set(key, transactionsOf(own, locations).at(-1))
    }
    return found.get(key)
  }
}

/** The GLN by which to find the previous owner among the trading partners: the seller's, or the sender's if the document has no seller. */
const ownerGln = ({ senderGln }: DocumentFacts, transaction: Transaction | undefined): string | null =>
  transaction?.seller ? transaction.seller.gln : senderGln

type ContactOf = (documentId: number, gln: string | null) => OwnerContact | undefined

async function readOwnerContacts(
  tx: CustomerTx,
  shipped: readonly { document: TracedDocument; transaction: Transaction | undefined }[],
): Promise<ContactOf> {
  const key = (documentId: number, gln: string | null) => `${documentId} ${gln}`
  const owners = shipped.flatMap(({ document, transaction }) => {
    const gln = ownerGln(document, transaction)
    return gln === null ? [] : [{ documentId: document.documentId, gln }]
  })
  const distinct = [...new Map(owners.map((owner) => [key(owner.documentId, owner.gln), owner])).values()]
  const contacts = new Map((await listOwnerContacts(tx, distinct)).map((contact) => [key(contact.documentId, contact.gln), contact]))
  return (documentId, gln) => contacts.get(key(documentId, gln))
}

/** The sender of a file may be a hub or an agent: its name describes the previous owner only if the file names no other seller. */
function toSeller(facts: DocumentFacts, transaction: Transaction | undefined, contactOf: ContactOf): PreviousOwner | null {
  const named = transaction?.seller
  const gln = ownerGln(facts, transaction)
  const contact = contactOf(facts.documentId, gln)
  const senderName = !named || (gln !== null && gln === facts.senderGln) ? facts.senderName : null
  const name = named?.name ?? contact?.partnerName ?? senderName ?? (named && 'No name on file')
  const place =
    named && [named.streetAddressOne, [named.city, named.state, named.postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const { contactName = null, emailAddress = null, phone = null } = contact ?? {}
  return name ? { name, gln, place: place || null, contactName, emailAddress, phone } : null
}

interface Shipped {
  document: TracedDocument
  transaction: Transaction | undefined
  seller: PreviousOwner | null
}

function toRecord(
  { n: _, amount: __, hasMore: ___, shipping: ____, receivedAt, receivedHow, ...hit }: Hit,
  shipped: Shipped | undefined,
): FoundRecord {
  return {
    ...hit,
    receivedAt: receivedAt?.toISOString() ?? null,
    receivedHow: receivedHow && RECEIVED[receivedHow],
    purchaseOrders: shipped?.document.purchaseOrders ?? [],
    hasStatement: shipped?.document.hasStatement ?? false,
    shippedAt: shipped?.transaction?.shippedAt ?? null,
    seller: shipped?.seller ?? null,
  }
}
