import { createHash } from 'node:crypto'
import { z } from 'zod'
import { BackupFailure } from './backup-failure.ts'

/** First part of a backup archive, with the data that a restore checks before it loads anything. */
export const head = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** Identifies the server's SECRET_KEY without revealing it. */
  secretKeyId: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })),
})
export type Head = z.output<typeof head>

const lostDocument = z.object({ customerId: z.number(), sha256: z.string(), why: z.enum(['absent', 'changed']) })
export type LostDocument = z.output<typeof lostDocument>

/** Last part: totals that the preceding parts must match. An archive without it was truncated. */
export const manifest = z.object({
  /** Keyed by `schema.name`: number of rows, and SHA-256 of the table's COPY text. */
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  /** Each document is named after its own SHA-256; the `sha256` here is computed over all these names. */
  documents: z.object({ amount: z.number(), bytes: z.number(), sha256: z.string() }),
  /** Documents that the database references but the store lost or altered. */
  lost: z.array(lostDocument),
  /** Last value of each sequence, or its first if it was never used. */
  sequences: z.record(z.string(), z.object({ last: z.string().regex(/^\d+$/), isUsed: z.boolean() })),
})
export type Manifest = z.output<typeof manifest>

export const HEAD_PART = 'head.json'
export const MANIFEST_PART = 'manifest.json'
export const toTablePart = (table: string, number: number) => `tables/${table}/${String(number).padStart(6, '0')}`
export const toDocumentPart = (customerId: number, sha256: string) => `documents/${customerId}/${sha256}`

export type PartName =
  | { kind: 'head' }
  | { kind: 'manifest' }
  | { kind: 'table'; table: string }
  | { kind: 'document'; customerId: number; sha256: string }

export function parsePartName(name: string): PartName | undefined {
  if (name === HEAD_PART) return { kind: 'head' }
  if (name === MANIFEST_PART) return { kind: 'manifest' }
  const [, table] = /^tables\/(.+)\/\d+$/.exec(name) ?? []
  if (table) return { kind: 'table', table }
  const [, customerId, sha256] = /^documents\/([1-9]\d*)\/([0-9a-f]{64})$/.exec(name) ?? []
  return customerId && sha256 ? { kind: 'document', customerId: Number(customerId), sha256 } : undefined
}

const NOTHING = { rows: 0, sha256: createHash('sha256').digest('hex') }

/**
 * Compares the tables that were read with the manifest. Returns the number of all rows. @throws BackupFailure if a table differs from what was
 * written.
 */
export function compareTables({ tables }: Head, { tables: wanted }: Manifest, found: Manifest['tables']): number {
  let sum = 0
  for (const { schema, name } of tables) {
    const key = `${schema}.${name}`
    const { rows, sha256 } = found[key] ?? NOTHING
    if (wanted[key]?.rows !== rows || wanted[key].sha256 !== sha256)
      throw new BackupFailure(`The backup is damaged: table ${key} does not match what was backed up.`)
    sum += rows
  }
  return sum
}
