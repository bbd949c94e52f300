import { audit } from '../../call/audit.ts'
import { withBulk } from '../../db/bulk-tx.ts'
import type { ConnectionPool } from '../../db/connection/connection-pool.ts'
import type { CustomerTx } from '../../db/types.ts'
import { deleteReleasedBytes, releaseBytes } from '../../domains/file/packet.service.ts'
import type { Storage } from '../../outside/storage.ts'
import { OPERATOR } from './export.service.ts'
import { type ExportedGroup, GroupDigest } from './export-format.ts'
import { Incidents } from './incidents.service.ts'
import { judgeOrders, makeScope, type Times } from './plan.service.ts'
import { readGroups, type VerifiedExport } from './read-export.ts'
import { REMOVAL, RETAINED_TABLES } from './retained-tables.ts'
import { findCustomer, limitWaiting, listTies, lockCustomerReasonToKeep, lockFreeOrders } from './retention.queries.ts'
import { cutoffDate, LEAST_YEARS, type OrderGroup, type Reason } from './retention.rules.ts'
import { RetentionFailure } from './retention-failure.ts'
import { deleteRows, listFiles, listFilled, listGroupIds, readRows } from './rows.queries.ts'

export interface RemovalPlace {
  pool: ConnectionPool
  storage: Storage
  now: Date
  /** Runs between a group's last statement and its commit, so that tests can act in between. */
  beforeCommit?: () => Promise<void>
}

/** Why a group of orders in the export was not removed. */
export type Skipped = { kind: 'inUse' } | { kind: 'changed' } | { kind: 'named' } | { kind: 'kept'; reasons: Reason[] }

export interface Removed {
  orders: number
  rows: number
  files: number
  /** Number of orders that an earlier run had removed. */
  before: number
  skipped: { ids: number[]; why: Skipped }[]
}

const TABLES = new Map(RETAINED_TABLES.map((table) => [table.name, table]))

/**
 * Removes the records of a verified export, each group of orders in one transaction. Skips a group if it is in use, differs from the export, or must
 * now be kept. May be interrupted at any time and rerun with the same file.
 * @throws RetentionFailure if the export belongs to another customer or is too recent.
 */
export async function removeOrders(place: RemovalPlace, verified: VerifiedExport): Promise<Removed> {
  const { manifest } = verified
  const times = { cutoff: new Date(manifest.selection.cutoff), years: manifest.selection.years }
  const scope = makeScope(manifest.customer.id)
  if (times.years < LEAST_YEARS || !(times.cutoff <= cutoffDate(place.now, times.years)))
    throw new RetentionFailure(
      `${verified.path} may contain orders that are less than ${Math.max(times.years, LEAST_YEARS)} years old. Nothing was removed.`,
    )
  const customer = await withBulk(place.pool, scope, findCustomer)
  if (customer?.name !== manifest.customer.name)
    throw new RetentionFailure(
      `${verified.path} belongs to customer ${manifest.customer.id}, ${manifest.customer.name}; this database has no customer with that number and name. Nothing was removed.`,
    )
  if (customer.keptReason !== null)
    throw new RetentionFailure(
      `Everything that belongs to ${customer.name} is kept until further notice: ${customer.keptReason}. Nothing was removed. End this with --let-go all and --reason.`,
    )
  const reports = new Incidents()
  const removed: Removed = { orders: 0, rows: 0, files: 0, before: 0, skipped: [] }
  for await (const exported of readGroups(verified)) {
    const ids = exported.orders.map(({ id }) => id)
    const outcome = await removeGroup(place, exported, { verified, times, reports })
    if (outcome === 'gone') removed.before += ids.length
    else if (typeof outcome === 'object') removed.skipped.push({ ids, why: outcome })
    else {
      removed.orders += ids.length
      removed.rows += outcome
    }
    if (typeof outcome === 'number') removed.files += await dropFiles(place, scope.customerId, exported)
  }
  return removed
}

/**
 * Deletes the files of removed records that no other row uses, and returns their number. Runs after the commit. If the process dies in between, the
 * unreferenced file stays until the nightly sweep finds it through `leftover`.
 */
async function dropFiles({ pool, storage, now }: RemovalPlace, customerId: number, { files }: ExportedGroup): Promise<number> {
  let dropped = 0
  for (const { sha256 } of files)
    if (await withBulk(pool, makeScope(customerId), (tx) => deleteReleasedBytes(tx, storage, { customerId, sha256, leftAt: now })))
      dropped += 1
  return dropped
}

interface Export {
  verified: VerifiedExport
  times: Times
  reports: Incidents
}

class SkippedError extends Error {
  readonly why: Skipped | 'gone'

  constructor(why: Skipped | 'gone') {
    super('left alone')
    this.why = why
  }
}

/** Removes a group of orders. Returns the number of removed rows, or the reason why the group was skipped. */
async function removeGroup(place: RemovalPlace, exported: ExportedGroup, of: Export): Promise<number | Skipped | 'gone'> {
  try {
    return await withBulk(place.pool, makeScope(of.verified.manifest.customer.id), async (tx) => {
      await limitWaiting(tx)
      await expectStillFree(tx, exported, of)
      await mustBeAsExported(tx, exported)
      const rows = await deleteGroup(tx, exported)
      for (const { id, purchaseOrderNumbers, senderNames, uploadedAt, lastAt, meds } of exported.orders)
        await audit(
          tx,
          { now: place.now, userId: null },
          {
            action: 'order.remove',
            subject: 'order',
            subjectId: id,
            detail: {
              by: OPERATOR,
              purchaseOrders: purchaseOrderNumbers,
              senders: senderNames,
              meds,
              uploaded: uploadedAt.slice(0, 10),
              lastHappened: lastAt.slice(0, 10),
              yearsKept: of.times.years,
              exportFile: of.verified.path.split(/[\\/]/).at(-1),
              exportChecksum: of.verified.sha256,
            },
          },
        )
      await releaseBytes(tx, exported.files, place.now)
      // The customer is locked last, because adding people and locations locks the same row. A concurrent `--keep all` waits for this commit.
      expectNoReasonToKeep(await lockCustomerReasonToKeep(tx))
      await place.beforeCommit?.()
      return rows
    })
  } catch (error) {
    if (error instanceof SkippedError) return error.why
    const { code } = error as { code?: string } // pg does not type its errors.
    if (code === '55P03' || code === '40P01') return { kind: 'inUse' }
    if (code === '23503') return { kind: 'named' }
    throw error
  }
}

const toGroup = ({ orders }: ExportedGroup): OrderGroup => ({ ids: orders.map(({ id }) => id) })

function expectNoReasonToKeep(reason: string | null): void {
  if (reason !== null) throw new SkippedError({ kind: 'kept', reasons: [{ kind: 'legalHold', label: reason, until: null }] })
}

/** Locks the orders and repeats the plan's checks, because a removal takes hours and must respect changes made since the plan. */
async function expectStillFree(tx: CustomerTx, exported: ExportedGroup, { times, reports }: Export): Promise<void> {
  const { ids } = toGroup(exported)
  const { locked, present } = await lockFreeOrders(tx, ids)
  if (present === 0) throw new SkippedError('gone')
  if (present < ids.length) throw new SkippedError({ kind: 'changed' })
  if (locked < ids.length) throw new SkippedError({ kind: 'inUse' })
  expectNoReasonToKeep((await findCustomer(tx))?.keptReason ?? null)
  const incidents = await reports.list(tx, times.cutoff)
  const reasons = (await judgeOrders(tx, ids, { ...times, incidents })).flatMap((one) => one.reasons)
  const other = (await listTies(tx, ids)).find(([, to]) => !ids.includes(to))
  if (other) reasons.push({ kind: 'tied', to: other[1] })
  if (reasons.length) throw new SkippedError({ kind: 'kept', reasons })
}

const SMALL = 2000

/**
 * Throws if the group's rows or files have changed since the export. Locks each row while comparing it, so that exactly the exported rows are
 * deleted. Tables from which nothing was exported are checked last: once all other rows are locked, nobody can add a row that refers to them.
 */
async function mustBeAsExported(tx: CustomerTx, exported: ExportedGroup): Promise<void> {
  const groups = [toGroup(exported)]
  const [filled, empty] = [
    RETAINED_TABLES.filter(({ name }) => exported.rows[name]),
    RETAINED_TABLES.filter(({ name }) => !exported.rows[name]),
  ]
  const digest = new GroupDigest()
  for (const table of filled)
    for await (const page of readRows(tx, groups, table, { isLocking: true, isSmall: (exported.rows[table.name] ?? 0) < SMALL }))
      for (const { row } of page) digest.add(table.name, row)
  if (digest.finish() !== exported.digest || (await listFilled(tx, groups, empty)).length) throw new SkippedError({ kind: 'changed' })
  const files = new Set(exported.files.map(({ sha256 }) => sha256))
  const named = await listFiles(tx, groups)
  if (named.length !== files.size || named.some(({ sha256 }) => !files.has(sha256))) throw new SkippedError({ kind: 'changed' })
}

async function deleteGroup(tx: CustomerTx, exported: ExportedGroup): Promise<number> {
  const group = toGroup(exported)
  const [meds, holds] = [TABLES.get('med'), TABLES.get('hold')]
  if (!meds || !holds) throw new Error('The tables of meds and holds are not among those that are removed.')
  const ids = new Map([
    ['med', await listGroupIds(tx, group, meds)],
    ['hold', await listGroupIds(tx, group, holds)],
  ])
  let sum = 0
  for (const name of REMOVAL) {
    const table = TABLES.get(name)
    if (!table) throw new Error(`Rows of ${name} would be removed without having been exported.`)
    const wanted = exported.rows[name] ?? 0
    if (!wanted) continue
    const rows = await deleteRows(tx, group, table, ids.get(name))
    // Without this check, a row added since the comparison would be deleted without having been exported.
    if (table.isShared ? rows > wanted : rows !== wanted) throw new SkippedError({ kind: 'changed' })
    sum += rows
  }
  return sum
}
