import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { audit } from '../../call/audit.ts'
import type { Secrets } from '../../core/secrets.ts'
import { withBulk } from '../../db/bulk-tx.ts'
import type { ConnectionPool } from '../../db/connection/connection-pool.ts'
import type { Db } from '../../db/types.ts'
import { proveNewAuditRow, readLogKey } from '../../domains/audit/audit-log.service.ts'
import { NotStoredError, type Storage } from '../../outside/storage.ts'
import { text } from '../../pack/pack-content.ts'
import { MANIFEST_SHA256, type PackFile, type PackGap } from '../../pack/pack-format.ts'
import { createPackWriter, type PackWriter } from '../../pack/pack-writer.ts'
import { ZipWriteError } from '../../pack/zip-writer.ts'
import {
  type ExportCounts,
  type ExportedGroup,
  GroupDigest,
  newCounts,
  README_PART,
  RETENTION_PRESET,
  toFilePart,
  toLine,
  toManifestCounts,
  toNamesPart,
  toOrdersPart,
  toRowsPart,
  writeReadme,
} from './export-format.ts'
import { cutGroups, makeScope, type RetentionPlan, type Times } from './plan.service.ts'
import { reasonSentence } from './reason-words.ts'
import { RETAINED_TABLES } from './retained-tables.ts'
import { numberGroup, type OrderGroup, type Reason } from './retention.rules.ts'
import { RetentionFailure } from './retention-failure.ts'
import { type GroupFile, type GroupRow, listFiles, listGroupNames, readRows } from './rows.queries.ts'

export interface ExportPlace {
  pool: ConnectionPool
  /** Connections to the same database as `pool`, for sealing the audit trail. */
  db: Db
  storage: Storage
  secrets: Secrets
}

export interface Exported {
  path: string
  counts: ExportCounts
  /** Orders that stay because the store lost or altered one of their files, by order id, with the reason. */
  lost: Map<number, Reason>
}

/**
 * Writes the records of a customer that are due for removal into one pack (docs/packs.md) in `folder`. Removes nothing, and changes the database only
 * by adding to the audit trail. Reads each batch of orders in its own transaction. If a row changes after it was read, the digest of its group of
 * orders no longer matches, and the later removal skips that group.
 * @throws RetentionFailure
 */
export async function exportOrders(
  place: ExportPlace,
  plan: RetentionPlan,
  times: Times,
  { folder, now }: { folder: string; now: Date },
): Promise<Exported> {
  await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw new RetentionFailure(`The folder ${folder} cannot be created. Choose one that is writable.`, { cause })
  })
  const path = join(folder, `seriatim-customer-${plan.customer.id}-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.zip`)
  if (
    await access(path).then(
      () => true,
      () => false,
    )
  )
    throw new RetentionFailure(`${path} already exists. Wait a second and try again.`)
  const pack = createPackWriter(path, now)
  const { id, name } = plan.customer
  const selection = { years: times.years, cutoff: times.cutoff.toISOString() }
  const head = { customer: { id, name }, madeAt: now.toISOString(), selection }
  const [counts, lost] = [newCounts(), new Map<number, Reason>()]
  const parts = new Map<string, PackFile>()
  try {
    await pack.add(README_PART, text(writeReadme(head)))
    let number = 0
    for (const groups of cutGroups(plan.groups, plan.facts)) {
      number += 1
      await addBatch({ ...place, pack, parts, counts, plan, lost }, groups, number)
    }
    await pack.finish(
      {
        ...head,
        id: path.split(/[\\/]/).at(-1) ?? '',
        madeBy: OPERATOR,
        preset: RETENTION_PRESET,
        counts: toManifestCounts(counts),
        gaps: [...lost].map(toGap),
        checkpoint: null,
        key: readLogKey(place.secrets, id),
      },
      (manifestSha256) => noteExport(place, { path, now, customerId: id, orders: counts.orders, yearsKept: times.years, manifestSha256 }),
    )
  } catch (error) {
    await pack.abandon()
    throw error instanceof ZipWriteError ? new RetentionFailure(error.message, { cause: error }) : error
  }
  return { path, counts, lost }
}

const toGap = ([order, reason]: [number, Reason]): PackGap => ({
  part: 'orders',
  text: `Order ${order} is left out: ${reasonSentence(reason)}.`,
  order,
})

interface ExportNote {
  path: string
  now: Date
  customerId: number
  orders: number
  yearsKept: number
  manifestSha256: string
}

/** Records the export in the audit trail, and returns the proof of that row. */
async function noteExport(
  { pool, db, secrets }: ExportPlace,
  { path, now, customerId, orders, yearsKept, manifestSha256 }: ExportNote,
): Promise<string> {
  const detail = { by: OPERATOR, orders, file: path.split(/[\\/]/).at(-1), yearsKept, [MANIFEST_SHA256]: manifestSha256 }
  const auditId = await withBulk(pool, makeScope(customerId), (tx) =>
    audit(tx, { now, userId: null }, { action: 'retention.export', subject: 'customer', subjectId: customerId, detail }),
  )
  return (await proveNewAuditRow({ db, secrets, clock: { now: () => now } }, { customerId, auditId })).proof
}

export const OPERATOR = 'Operator’s command (npm run retention)'

interface Batch extends ExportPlace {
  pack: PackWriter
  /** The files of the orders that the pack already contains, keyed by their path in the pack. */
  parts: Map<string, PackFile>
  counts: ExportCounts
  plan: RetentionPlan
  lost: Map<number, Reason>
}

/** Adds a batch of orders to the export: first their files, then their rows, because an order whose file is missing or altered is left out. */
async function addBatch(place: Batch, batch: readonly OrderGroup[], number: number): Promise<void> {
  const { pool, plan, lost } = place
  const files = await withBulk(pool, makeScope(plan.customer.id), (tx) => listFiles(tx, batch))
  const bad = new Map<number, Reason>()
  for (const file of files) if (!(await addFile(place, file))) bad.set(file.grp, { kind: 'lost', sha256: file.sha256 })
  const groups = batch.filter((group) => {
    const reason = bad.get(numberGroup(group))
    if (reason) for (const id of group.ids) lost.set(id, reason)
    return !reason
  })
  if (!groups.length) return
  const digests = await addRows(place, groups, number)
  await addNames(place, groups, number)
  await addGroups(place, { groups, digests, files }, number)
}

async function addRows(
  { pool, pack, counts, plan }: Batch,
  groups: readonly OrderGroup[],
  number: number,
): Promise<Map<number, GroupDigest>> {
  const digests = new Map(groups.map((group) => [numberGroup(group), new GroupDigest()]))
  await withBulk(pool, makeScope(plan.customer.id), async (tx) => {
    for (const table of RETAINED_TABLES) {
      const pages = readRows(tx, groups, table)
      const first = await pages.next()
      if (first.done) continue
      const note = ({ grp, row }: GroupRow) => {
        digests.get(grp)?.add(table.name, row)
        counts.rows[table.name] = (counts.rows[table.name] ?? 0) + 1
        return toLine(grp, row)
      }
      await pack.add(toRowsPart(table.name, number), toBytes(first.value, pages, note))
    }
  })
  return digests
}

async function addNames({ pool, pack, plan }: Batch, groups: readonly OrderGroup[], number: number): Promise<void> {
  // People and locations belong to the customer rather than to a batch, so only the first batch writes them.
  for (const what of number === 1 ? (['product', 'person', 'location'] as const) : (['product'] as const)) {
    const names = await withBulk(pool, makeScope(plan.customer.id), (tx) => listGroupNames(tx, groups, what))
    if (names.length) await pack.add(toNamesPart(what, number), text(`${names.join('\n')}\n`))
  }
}

interface BatchParts {
  groups: readonly OrderGroup[]
  digests: ReadonlyMap<number, GroupDigest>
  files: readonly GroupFile[]
}

async function addGroups({ pack, counts, plan }: Batch, { groups, digests, files }: BatchParts, number: number): Promise<void> {
  const named = Map.groupBy(files, ({ grp }) => grp)
  const lines = groups.flatMap((group) => {
    const digest = digests.get(numberGroup(group))
    // Somebody has removed the order since the plan was made.
    if (!digest?.rows.order) return []
    const orders = group.ids.flatMap((id) => {
      const order = plan.facts.get(id)
      if (!order) return []
      const { purchaseOrderNumbers, senderNames, uploadedAt, lastAt, meds } = order
      return [{ id, purchaseOrderNumbers, senderNames, uploadedAt: uploadedAt.toISOString(), lastAt: lastAt.toISOString(), meds }]
    })
    const line: ExportedGroup = {
      group: numberGroup(group),
      orders,
      rows: digest.rows,
      digest: digest.finish(),
      files: (named.get(numberGroup(group)) ?? []).map(({ sha256, size, filename }) => ({
        ...{ sha256, size, filename },
        path: toFilePart(sha256, filename),
      })),
    }
    counts.orders += orders.length
    counts.groups += 1
    counts.meds += orders.reduce((sum, { meds }) => sum + meds, 0)
    return `${JSON.stringify(line)}\n`
  })
  if (lines.length) await pack.add(toOrdersPart(number), text(lines.join('')))
}

async function* toBytes(first: GroupRow[], rest: AsyncIterable<GroupRow[]>, note: (row: GroupRow) => string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(first.map(note).join(''))
  for await (const page of rest) yield Buffer.from(page.map(note).join(''))
}

/** Adds a file to the export unless it is there already. Returns whether the export now has the file with bytes that match its hash. */
async function addFile({ storage, pack, parts, counts, plan }: Batch, { sha256, filename }: GroupFile): Promise<boolean> {
  const name = toFilePart(sha256, filename)
  const known = parts.get(name)
  if (known) return known.sha256 === sha256
  const stream = await storage.get(plan.customer.id, sha256).catch((error: unknown) => {
    if (error instanceof NotStoredError) return undefined
    throw error
  })
  if (!stream) return false
  const written = await pack.add(name, stream as AsyncIterable<Uint8Array>) // the stream yields bytes
  parts.set(name, written)
  if (written.sha256 !== sha256) return false
  counts.files += 1
  return true
}
