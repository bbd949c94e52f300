import { withBulk } from '../../db/bulk-tx.ts'
import type { ConnectionPool } from '../../db/connection/connection-pool.ts'
import type { CustomerTx } from '../../db/types.ts'
import { Incidents, type NamedIncident } from './incidents.service.ts'
import { type AgedOrder, findCustomer, listCandidates, listFacts, listMatters, listNamedOrders, listTies } from './retention.queries.ts'
import { groupOrders, judgeOrder, type OrderFacts, type OrderGroup, type Reason, type Tie } from './retention.rules.ts'
import { listFiles } from './rows.queries.ts'

export interface Times {
  /** An order with activity at or after this instant is kept. */
  cutoff: Date
  years: number
}

export interface RetentionPlan {
  customer: { id: number; name: string; keptReason: string | null }
  /** Number of orders that arrived before the cutoff. */
  orders: number
  groups: OrderGroup[]
  /** Facts about the orders that may be removed, by order id. */
  facts: Map<number, OrderFacts>
  meds: number
  files: { amount: number; bytes: number }
  /** Orders that stay, by order id, each with all of its reasons. */
  kept: Map<number, Reason[]>
}

export const makeScope = (customerId: number) => ({ customerId, userId: null, scope: 'all', locationIds: [] }) as const

/** Maximum number of orders that are judged at once; fewer if the orders have many meds. */
const ORDERS_AT_ONCE = 500
const MEDS_AT_ONCE = 100_000

function cutBatches<T>(items: readonly T[], most: { amount: number; meds: number }, countMeds: (item: T) => number): T[][] {
  const batches: T[][] = []
  let [batch, meds]: [T[], number] = [[], 0]
  for (const item of items) {
    if (batch.length && (batch.length >= most.amount || meds + countMeds(item) > most.meds)) {
      batches.push(batch)
      batch = []
      meds = 0
    }
    batch.push(item)
    meds += countMeds(item)
  }
  if (batch.length) batches.push(batch)
  return batches
}

/** Determines which of a customer's records may be removed, in short read-only transactions. Undefined if the customer doesn't exist. */
export async function makePlan(pool: ConnectionPool, customerId: number, times: Times): Promise<RetentionPlan | undefined> {
  const read = <T>(work: (tx: CustomerTx) => Promise<T>) => withBulk(pool, makeScope(customerId), work)
  const customer = await read(findCustomer)
  if (!customer) return undefined
  const incidents = await read((tx) => new Incidents().list(tx, times.cutoff))
  const free = new Map<number, OrderFacts>()
  const kept = new Map<number, Reason[]>()
  const ties: Tie[] = []
  let after: AgedOrder | undefined
  for (;;) {
    const candidates = await read((tx) => listCandidates(tx, { cutoff: times.cutoff, after, limit: ORDERS_AT_ONCE }))
    for (const batch of cutBatches(candidates, { amount: ORDERS_AT_ONCE, meds: MEDS_AT_ONCE }, ({ meds }) => meds)) {
      const ids = batch.map(({ id }) => id)
      await read(async (tx) => {
        for (const { order, reasons } of await judgeOrders(tx, ids, { ...times, incidents })) {
          if (reasons.length) kept.set(order.id, reasons)
          else free.set(order.id, order)
        }
        for (const tie of await listTies(tx, ids)) ties.push(tie)
      })
    }
    after = candidates.at(-1)
    if (candidates.length < ORDERS_AT_ONCE) break
  }
  if (customer.keptReason !== null)
    for (const id of free.keys()) kept.set(id, [{ kind: 'legalHold', label: customer.keptReason, until: null }])
  const { groups, tied } = groupOrders(new Set(customer.keptReason === null ? free.keys() : []), ties)
  for (const [id, to] of tied) kept.set(id, [{ kind: 'tied', to }])
  for (const id of kept.keys()) free.delete(id)
  const orders = free.size + kept.size
  const meds = [...free.values()].reduce((sum, order) => sum + order.meds, 0)
  const files = await sumFiles(read, cutGroups(groups, free))
  return {
    customer: { id: customerId, name: customer.name, keptReason: customer.keptReason },
    orders,
    groups,
    facts: free,
    meds,
    files,
    kept,
  }
}

/** Splits groups of orders into batches that are exported or judged together. A batch has at most `amount` groups and about 50,000 meds. */
export function cutGroups(groups: readonly OrderGroup[], facts: ReadonlyMap<number, OrderFacts>, amount = 200): OrderGroup[][] {
  return cutBatches(groups, { amount, meds: 50_000 }, ({ ids }) => ids.reduce((sum, id) => sum + (facts.get(id)?.meds ?? 0), 0))
}

async function sumFiles(
  read: <T>(work: (tx: CustomerTx) => Promise<T>) => Promise<T>,
  batches: readonly OrderGroup[][],
): Promise<RetentionPlan['files']> {
  const seen = new Set<string>()
  let bytes = 0
  for (const batch of batches)
    for (const { sha256, size } of await read((tx) => listFiles(tx, batch))) {
      if (!seen.has(sha256)) bytes += size
      seen.add(sha256)
    }
  return { amount: seen.size, bytes }
}

/** Finds the reasons to keep orders. Called for the plan, and again before each removal. */
export async function judgeOrders(
  tx: CustomerTx,
  ids: readonly number[],
  { incidents, ...times }: Times & { incidents: readonly NamedIncident[] },
): Promise<{ order: OrderFacts; reasons: Reason[] }[]> {
  const orders = new Map((await listFacts(tx, ids)).map((order): [number, OrderFacts] => [order.id, { ...order, matters: [] }]))
  for (const { orderId, ...matter } of await listMatters(tx, ids)) orders.get(orderId)?.matters.push(matter)
  for (const incident of incidents)
    for (const id of await listNamedOrders(tx, ids, incident))
      orders.get(id)?.matters.push({ kind: 'incident', label: incident.label, endedAt: incident.endedAt })
  return [...orders.values()].map((order) => ({ order, reasons: judgeOrder(order, times) }))
}
