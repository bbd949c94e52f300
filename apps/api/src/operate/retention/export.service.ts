import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { audit } from '../../call/audit.ts'
import { withBulk } from '../../db/bulk-tx.ts'
import type { ConnectionPool } from '../../db/connection/connection-pool.ts'
import { NotStoredError, type Storage } from '../../outside/storage.ts'
import { ZipWriteError, ZipWriter } from '../../pack/zip-writer.ts'
import {
  type ExportedGroup,
  type ExportManifest,
  GroupDigest,
  MANIFEST_PART,
  README_PART,
  toFilePart,
  toLine,
  toNamesPart,
  toOrdersPart,
  toRowsPart,
  writeReadme,
} from './export-format.ts'
import { KEPT_TABLES } from './kept-tables.ts'
import { cutGroups, makeScope, type RetentionPlan, type Times } from './plan.service.ts'
import { numberGroup, type OrderGroup, type Reason } from './retention.rules.ts'
import { RetentionFailure } from './retention-failure.ts'
import { type GroupFile, type GroupRow, listFiles, listGroupNames, readRows } from './rows.queries.ts'

export interface ExportPlace {
  pool: ConnectionPool
  storage: Storage
}

export interface Exported {
  path: string
  manifest: ExportManifest
  /** Orders that stay because the store lost or altered one of their files. */
  lost: Map<number, Reason>
}

/**
 * Writes a customer's removable records into one zip file in the folder and changes nothing. Each batch of orders is read in its own transaction; a
 * row that changes later yields a different digest and is not removed.
 *
 * @throws RetentionFailure
 */
export async function exportOrders(
  place: ExportPlace,
  plan: RetentionPlan,
  times: Times,
  { folder, now }: { folder: string; now: Date },
): Promise<Exported> {
  await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw new RetentionFailure(`The folder ${folder} cannot be made. Name one that can be written.`, { cause })
  })
  const path = join(folder, `seriatim-customer-${plan.customer.id}-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.zip`)
  if (
    await access(path).then(
      () => true,
      () => false,
    )
  )
    throw new RetentionFailure(`${path} exists already. Wait a second and try again.`)
  const zip = new ZipWriter(path, now)
  const { id, name } = plan.customer
  const manifest: ExportManifest = {
    format: 1,
    customer: { id, name },
    madeAt: now.toISOString(),
    years: times.years,
    cutoff: times.cutoff.toISOString(),
    orders: 0,
    groups: 0,
    meds: 0,
    rows: {},
    files: { amount: 0, bytes: 0 },
    parts: {},
  }
  const lost = new Map<number, Reason>()
  try {
    await zip.addText(README_PART, writeReadme(manifest))
    let batch = 0
    for (const groups of cutGroups(plan.groups, plan.facts)) {
      batch += 1
      await addBatch({ ...place, zip, manifest, plan, lost }, groups, batch)
    }
    await zip.addText(MANIFEST_PART, `${JSON.stringify(manifest, null, 1)}\n`)
    await zip.close()
  } catch (error) {
    await zip.abandon()
    throw error instanceof ZipWriteError ? new RetentionFailure(error.message, { cause: error }) : error
  }
  await withBulk(place.pool, makeScope(id), (tx) =>
    audit(
      tx,
      { now, userId: null },
      {
        action: 'retention.export',
        subject: 'customer',
        subjectId: id,
        detail: { by: OPERATOR, orders: manifest.orders, file: path.split(/[\\/]/).at(-1), yearsKept: times.years },
      },
    ),
  )
  return { path, manifest, lost }
}

export const OPERATOR = 'Operator’s command (npm run retention)'

interface Batch extends ExportPlace {
  zip: ZipWriter
  manifest: ExportManifest
  plan: RetentionPlan
  lost: Map<number, Reason>
}

/** Files come first: an order whose file is missing or altered is left out. */
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
  { pool, zip, manifest, plan }: Batch,
  groups: readonly OrderGroup[],
  number: number,
): Promise<Map<number, GroupDigest>> {
  const digests = new Map(groups.map((group) => [numberGroup(group), new GroupDigest()]))
  await withBulk(pool, makeScope(plan.customer.id), async (tx) => {
    for (const table of KEPT_TABLES) {
      const pages = readRows(tx, groups, table)
      const first = await pages.next()
      if (first.done) continue
      const note = ({ grp, row }: GroupRow) => {
        digests.get(grp)?.add(table.name, row)
        manifest.rows[table.name] = (manifest.rows[table.name] ?? 0) + 1
        return toLine(grp, row)
      }
      const part = toRowsPart(table.name, number)
      manifest.parts[part] = await zip.add(part, toBytes(first.value, pages, note))
    }
  })
  return digests
}

async function addNames({ pool, zip, manifest, plan }: Batch, groups: readonly OrderGroup[], number: number): Promise<void> {
  // People and locations belong to the customer rather than to a batch, so only the first batch writes them.
  for (const what of number === 1 ? (['product', 'person', 'location'] as const) : (['product'] as const)) {
    const names = await withBulk(pool, makeScope(plan.customer.id), (tx) => listGroupNames(tx, groups, what))
    const part = toNamesPart(what, number)
    if (names.length) manifest.parts[part] = await zip.addText(part, `${names.join('\n')}\n`)
  }
}

interface BatchParts {
  groups: readonly OrderGroup[]
  digests: ReadonlyMap<number, GroupDigest>
  files: readonly GroupFile[]
}

async function addGroups({ zip, manifest, plan }: Batch, { groups, digests, files }: BatchParts, number: number): Promise<void> {
  const named = Map.groupBy(files, ({ grp }) => grp)
  const lines = groups.flatMap((group) => {
    const digest = digests.get(numberGroup(group))
    // The order was removed by somebody else since the plan.
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
    manifest.orders += orders.length
    manifest.groups += 1
    manifest.meds += orders.reduce((sum, { meds }) => sum + meds, 0)
    return `${JSON.stringify(line)}\n`
  })
  const part = toOrdersPart(number)
  if (lines.length) manifest.parts[part] = await zip.addText(part, lines.join(''))
}

async function* toBytes(first: GroupRow[], rest: AsyncIterable<GroupRow[]>, note: (row: GroupRow) => string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(first.map(note).join(''))
  for await (const page of rest) yield Buffer.from(page.map(note).join(''))
}

/** Whether the file is in the export, added now or earlier, with bytes that match its hash. */
async function addFile({ storage, zip, manifest, plan }: Batch, { sha256, filename }: GroupFile): Promise<boolean> {
  const name = toFilePart(sha256, filename)
  const known = manifest.parts[name]
  if (known) return known.sha256 === sha256
  const stream = await storage.get(plan.customer.id, sha256).catch((error: unknown) => {
    if (error instanceof NotStoredError) return undefined
    throw error
  })
  if (!stream) return false
  const written = await zip.add(name, stream as AsyncIterable<Uint8Array>) // a readable stream of bytes
  manifest.parts[name] = written
  if (written.sha256 !== sha256) return false
  manifest.files.amount += 1
  manifest.files.bytes += written.bytes
  return true
}
