import { MINUTE_MS } from '@seriatim/schema'
import type { CustomerTx } from '../../../db/types.ts'
import {
  type FailedFileRow,
  listEarlyScans,
  listFailedFiles,
  listFaultTickets,
  listFirstReceipts,
  listLabelDifferences,
  listLots,
  listMonthOrders,
  listRepeats,
  listReturns,
  listTicketItems,
  listWrongGlns,
  type Members,
  type OrderRow,
  type TicketRow,
} from './month-facts.queries.ts'
import type { MonthSpan } from './months.rules.ts'
import type { FailedFileFacts, OrderFacts, ProductFacts, ReturnFacts } from './tally.rules.ts'
import { NO_PRODUCT_FACTS } from './tally.rules.ts'

export interface MonthFacts {
  orders: OrderFacts[]
  failed: FailedFileFacts[]
  returns: ReturnFacts[]
}

/** Reads all facts of a month that the scorecards count, at all locations of the scope. */
export async function readMonthFacts(tx: CustomerTx, span: MonthSpan): Promise<MonthFacts> {
  const orders = await listMonthOrders(tx, span)
  const files = await listFailedFiles(tx, span)
  const of = toMembers(orders, files)
  const tickets = Map.groupBy(await listFaultTickets(tx, of), ({ id }) => id)
  const wrongGlns = new Set(await listWrongGlns(tx, of))
  const repeated = new Set((await listRepeats(tx, of)).map(({ id }) => id))
  const scans = await readFirstScans(tx, of, span)
  const products = await readProducts(tx, orders, of)
  return {
    orders: orders.map((row) => ({
      locationId: row.locationId,
      timeZone: row.timeZone,
      sender: row.senderGln ?? '',
      units: row.units,
      received: row.received,
      isFinished: row.isFinished,
      hasStatement: row.hasStatement,
      guidelineVersion: row.guidelineVersion,
      minutes: minutesBetween(row.firstAt, scans.get(row.id)),
      isResent: row.members.length > 1 || repeated.has(row.id),
      isWrongGln: wrongGlns.has(row.id),
      ...countTickets(tickets.get(row.id)),
      products: products.get(row.id) ?? new Map(),
    })),
    failed: files.map((row) => {
      const { openTickets, fixMinutes } = countTickets(tickets.get(row.id))
      const { locationId, timeZone, senderGln } = row
      return { locationId, timeZone, sender: senderGln ?? '', isWrongGln: wrongGlns.has(row.id), openTickets, fixMinutes }
    }),
    returns: (await listReturns(tx, span)).map(({ partnerId, ...row }) => ({ ...row, sender: `partner ${partnerId}` })),
  }
}

function toMembers(orders: readonly OrderRow[], files: readonly FailedFileRow[]): Members {
  const pairs = [
    ...orders.flatMap(({ id, members }) => members.map((member) => ({ member, id }))),
    ...files.map(({ id }) => ({ member: id, id })),
  ]
  return { members: pairs.map(({ member }) => member), counted: pairs.map(({ id }) => id) }
}

function countTickets(tickets: readonly TicketRow[] = []) {
  const fixMinutes = tickets.flatMap(({ isFix, minutes }) => (isFix && minutes !== null ? [minutes] : []))
  return { tickets: tickets.length, openTickets: tickets.filter(({ isSettled }) => !isSettled).length, fixMinutes }
}

async function readFirstScans(tx: CustomerTx, of: Members, span: MonthSpan): Promise<Map<number, Date>> {
  const scans = [...(await listFirstReceipts(tx, of)), ...(await listEarlyScans(tx, of, span))]
  const first = new Map<number, Date>()
  for (const { id, at } of scans) {
    const known = first.get(id)
    if (known === undefined || at < known) first.set(id, at)
  }
  return first
}

const minutesBetween = (from: Date, to: Date | undefined) => (to ? Math.round((to.getTime() - from.getTime()) / MINUTE_MS) : null)

async function readProducts(tx: CustomerTx, orders: readonly OrderRow[], of: Members): Promise<Map<number, Map<string, ProductFacts>>> {
  const byOrder = new Map<number, Map<string, ProductFacts>>()
  const add = (id: number, gtin: string | null, facts: Partial<ProductFacts>) => {
    const products = byOrder.get(id) ?? new Map<string, ProductFacts>()
    byOrder.set(id, products.set(gtin ?? '', { ...(products.get(gtin ?? '') ?? NO_PRODUCT_FACTS), ...facts }))
  }
  for (const { id, gtin, recallIds, ...counts } of await listLots(
    tx,
    orders.map((order) => order.id),
  ))
    add(id, gtin, { ...counts, recallIds: recallIds.flat() })
  for (const { id, gtin, isMissing, amount } of await listTicketItems(tx, of)) {
    const known = byOrder.get(id)?.get(gtin ?? '') ?? NO_PRODUCT_FACTS
    add(id, gtin, isMissing ? { missing: known.missing + amount } : { unexpected: known.unexpected + amount })
  }
  for (const { id, gtin, amount } of await listLabelDifferences(tx, of)) add(id, gtin, { labelDifferences: amount })
  return byOrder
}
