import { createHash, type Hash } from 'node:crypto'
import { z } from 'zod'
import { MANIFEST_PART, PROOF_PART, VERIFY_PART } from '../../pack/pack-format.ts'

/** The preset in the manifest of a pack that was written by the retention export. */
export const RETENTION_PRESET = 'retention'

/** Schema of one line of an export's `orders/…`: orders that can only be removed together, with a digest of all their rows. */
export const exportedGroup = z.object({
  group: z.number(),
  orders: z
    .array(
      z.object({
        id: z.number(),
        purchaseOrderNumbers: z.array(z.string()),
        senderNames: z.array(z.string()),
        uploadedAt: z.string(),
        lastAt: z.string(),
        meds: z.number(),
      }),
    )
    .min(1),
  /** Number of rows by table. */
  rows: z.record(z.string(), z.number()),
  /** SHA-256 over table names and rows; see `GroupDigest`. */
  digest: z.string(),
  files: z.array(z.object({ sha256: z.string(), size: z.number(), filename: z.string(), path: z.string() })),
})
export type ExportedGroup = z.output<typeof exportedGroup>

/** Manifest of an export. It follows the format of packs (docs/packs.md). */
export const exportManifest = z.object({
  format: z.literal('seriatim-pack'),
  version: z.literal(1),
  preset: z.literal(RETENTION_PRESET),
  madeAt: z.string(),
  customer: z.object({ id: z.number(), name: z.string() }),
  /** All activity in the export is from before the instant `cutoff`. */
  selection: z.object({ years: z.number(), cutoff: z.string() }),
  /** Numbers of orders, groups, meds and files; under `rows.TABLE`, the number of rows of that table. */
  counts: z.record(z.string(), z.number()),
  /** One sentence for each gap: orders that the export leaves out, and why. */
  gaps: z.array(z.object({ part: z.string(), text: z.string() })),
  files: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
})
export type ExportManifest = z.output<typeof exportManifest>

/** Totals of an export, which must equal the sums of its parts. */
export interface ExportCounts {
  orders: number
  groups: number
  meds: number
  files: number
  /** Number of rows by table. */
  rows: Record<string, number>
}

export const newCounts = (): ExportCounts => ({ orders: 0, groups: 0, meds: 0, files: 0, rows: {} })

export const toManifestCounts = ({ rows, ...counts }: ExportCounts): Record<string, number> => ({
  ...counts,
  ...Object.fromEntries(Object.entries(rows).map(([table, amount]) => [`rows.${table}`, amount])),
})

export const README_PART = 'README.txt'
const numbered = (batch: number) => String(batch).padStart(6, '0')
export const toRowsPart = (table: string, batch: number) => `rows/${table}/${numbered(batch)}.ndjson`
export const toOrdersPart = (batch: number) => `orders/${numbered(batch)}.ndjson`
export const toNamesPart = (what: string, batch: number) => `names/${what}/${numbered(batch)}.ndjson`
export const toFilePart = (sha256: string, filename: string) =>
  `files/${sha256}${/\.[A-Za-z\d]{1,8}$/.exec(filename)?.[0].toLowerCase() ?? ''}`

export type ExportPart =
  | { kind: 'frame' | 'orders' | 'names' }
  | { kind: 'rows'; table: string }
  | { kind: 'file'; sha256: string }
  | { kind: 'unknown' }

const FRAME: ReadonlySet<string> = new Set([README_PART, VERIFY_PART, MANIFEST_PART, PROOF_PART])

export function parseExportPart(name: string): ExportPart {
  if (FRAME.has(name)) return { kind: 'frame' }
  if (/^orders\/\d+\.ndjson$/.test(name)) return { kind: 'orders' }
  if (/^names\/[a-z_]+\/\d+\.ndjson$/.test(name)) return { kind: 'names' }
  const table = /^rows\/([a-z_]+)\/\d+\.ndjson$/.exec(name)?.[1]
  if (table) return { kind: 'rows', table }
  const sha256 = /^files\/([0-9a-f]{64})(?:\.[a-z\d]{1,8})?$/.exec(name)?.[1]
  return sha256 ? { kind: 'file', sha256 } : { kind: 'unknown' }
}

/**
 * Makes a line of the export file. `row` is the JSON text that the database produced, and stays unchanged, so that a group's digest can be computed
 * from the file or from the database with the same result.
 */
export const toLine = (group: number, row: string) => `{"group":${group},"row":${row}}\n`

export function readLine(line: string): { group: number; row: string } | undefined {
  const [head, group] = /^\{"group":(\d+),"row":/.exec(line) ?? []
  return head && line.endsWith('}') ? { group: Number(group), row: line.slice(head.length, -1) } : undefined
}

/** Digest over all rows of a group: tables in export order, rows by key. */
export class GroupDigest {
  readonly rows: Record<string, number> = {}
  private readonly hash: Hash = createHash('sha256')

  add(table: string, row: string): void {
    if (!this.rows[table]) this.hash.update(`${table}\n`)
    this.rows[table] = (this.rows[table] ?? 0) + 1
    this.hash.update(`${row}\n`)
  }

  finish(): string {
    return this.hash.digest('hex')
  }
}

export function writeReadme({ customer, madeAt, selection }: Pick<ExportManifest, 'customer' | 'madeAt' | 'selection'>): string {
  const { years, cutoff } = selection
  return `Old orders of ${customer.name} (customer ${customer.id}), exported by Seriatim at ${madeAt}.

Nothing in here happened at or after ${cutoff}: it has been kept for ${years} years. Any program that opens zip and text files can read it.

orders/000001.ndjson ...   one line of JSON for each order, or for orders that share packages: numbers, purchase orders, senders, when it came, when
                           it last changed, how many packages, how many rows of each table, and its files
files/...                  the files as they were sent (EPCIS documents, TI/TS), attachments, photos and papers, byte for byte. The name is the
                           SHA-256 of the content; orders/... says what each was called ("filename") and to which order it belongs
rows/TABLE/000001.ndjson   one line of JSON for each row of the database: {"group": first order of its line in orders/..., "row": {column: value}}
names/...                  what numbers in the rows mean: products ("epcis_med_vocabulary_id"), people ("user_id") and locations. These stay in Seriatim
verify.html                a page that opens in a browser and checks this file without Seriatim: whether anything in it was changed, and which part
manifest.json              how many orders, rows and files there are, and the size and SHA-256 of every part
manifest.tlog-proof        proves that the audit trail of this customer names the manifest

The most informative tables: order (one shipment), med (one package with its serial number; "lot_number", "expiration_date"), document_med (what was in
which case or pallet: "line" to "last_line" are inside it), receipt (who received, when), epcis_event (the events of the document).
Times are UTC. Check a file: sha256sum files/* compares with the names.
`
}
