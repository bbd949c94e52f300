import { audit, auditMany } from '../../call/audit.ts'
import { withBulk } from '../../db/bulk-tx.ts'
import type { ConnectionPool } from '../../db/connection/connection-pool.ts'
import type { CustomerTx } from '../../db/types.ts'
import { OPERATOR } from './export.service.ts'
import { makeScope } from './plan.service.ts'
import {
  findCustomer,
  listStillThere,
  lockAgedOrders,
  lockCustomerReason,
  updateCustomerReasonToKeep,
  updateReasonToKeep,
} from './retention.queries.ts'
import { changeReasons, readReasons } from './retention.rules.ts'
import { RetentionFailure } from './retention-failure.ts'

/** The records to which a change applies: those of the orders with these ids, or everything that the customer has. */
export type Which = 'all' | readonly number[]

export interface Keeping {
  kind: 'keep' | 'letGo'
  which: Which
  /** The reason to add or, for `letGo`, to end; other reasons stay in force. */
  reason: string
  now: Date
}

/**
 * `changed`: the number of orders that were changed; for `all`, 1 or 0 depending on whether the customer was changed. `still`: the number of changed
 * orders that lost a reason but are still kept for another reason.
 */
export interface KeepResult {
  changed: number
  still: number
}

/**
 * Adds a reason to keep records regardless of their age, or ends such a reason.
 *
 * @throws RetentionFailure if the customer, an order or the reason doesn't exist; in that case, nothing is changed.
 */
export async function keepRecords(pool: ConnectionPool, customerId: number, keeping: Keeping): Promise<KeepResult> {
  return withBulk(pool, makeScope(customerId), async (tx) => {
    if (keeping.which !== 'all') return keepOrders(tx, customerId, keeping.which, keeping)
    const customer = await lockCustomerReason(tx)
    if (!customer) throw noCustomer(customerId)
    const [change] = collectChanges([{ id: customerId, keptReason: customer.keptReason }], keeping, () => 'Everything')
    if (!change) return { changed: 0, still: 0 }
    await updateCustomerReasonToKeep(tx, change.after, keeping.now)
    await audit(tx, { now: keeping.now, userId: null }, auditEntry('customer', change, keeping))
    return countKept([change], keeping)
  })
}

const noCustomer = (id: number) =>
  new RetentionFailure(`There is no customer ${id}. Run the command without --customer to list all customers with their numbers.`)

async function keepOrders(tx: CustomerTx, customerId: number, ids: readonly number[], keeping: Keeping): Promise<KeepResult> {
  const { now } = keeping
  if (!(await findCustomer(tx))) throw noCustomer(customerId)
  const present = new Set(await listStillThere(tx, ids))
  const missing = ids.filter((id) => !present.has(id))
  if (missing.length)
    throw new RetentionFailure(
      `Customer ${customerId} has no order ${missing.join(', ')}. The order number is in the URL of its page. Nothing was changed.`,
    )
  const locked = await lockAgedOrders(tx, ids)
  const gone = ids.filter((id) => !locked.some((order) => order.id === id))
  if (gone.length)
    throw new RetentionFailure(
      `Order ${gone.join(', ')} no longer exists: it was removed in the meantime. You can still find it in its export. Nothing was changed.`,
    )
  const changes = collectChanges(locked, keeping, (id) => `Order ${id}`)
  for (const [after, those] of Map.groupBy(changes, (change) => change.after))
    await updateReasonToKeep(
      tx,
      those.map(({ id }) => id),
      after,
      now,
    )
  await auditMany(
    tx,
    { now, userId: null },
    changes.map((change) => auditEntry('order', change, keeping)),
  )
  return countKept(changes, keeping)
}

interface Change {
  id: number
  /** All reasons that still keep the record after this change; null if none is left. */
  after: string | null
}

/**
 * Collects the records that the command would change, each with the reasons that remain to keep it.
 * @throws RetentionFailure if `--let-go` gives a reason that is not among a record's reasons while the record has others: the reason is mistyped or
 * the id is wrong.
 */
function collectChanges(
  records: readonly { id: number; keptReason: string | null }[],
  { kind, reason }: Keeping,
  name: (id: number) => string,
): Change[] {
  for (const { id, keptReason } of records)
    if (kind === 'letGo' && keptReason !== null && !readReasons(keptReason).includes(reason))
      throw new RetentionFailure(
        `${name(id)} is not kept for "${reason}", but for: ${keptReason}. Name one of these reasons. Nothing was changed.`,
      )
  return records.flatMap(({ id, keptReason }) => {
    const after = changeReasons(keptReason, { kind, reason })
    return after === keptReason ? [] : [{ id, after }]
  })
}

function auditEntry<S extends 'customer' | 'order'>(subject: S, { id, after }: Change, { kind, reason }: Keeping) {
  const action = kind === 'keep' ? 'keep' : after === null ? 'letGo' : 'endReason'
  const still = action === 'endReason' ? { stillKeptFor: after } : {}
  return { action: `${subject}.${action}`, subject, subjectId: id, detail: { by: OPERATOR, reason, ...still } } as const
}

const countKept = (changes: readonly Change[], { kind }: Keeping): KeepResult => ({
  changed: changes.length,
  still: kind === 'keep' ? 0 : changes.filter(({ after }) => after !== null).length,
})
