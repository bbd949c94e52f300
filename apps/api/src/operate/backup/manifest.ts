import { createHash } from 'node:crypto'
import { z } from 'zod'
import { BackupFailure } from './backup-failure.ts'

/** First part of the archive: what has to be known before anything is loaded. */
export const head = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** Names the SECRET_KEY of the server without telling it. */
  secretKeyId: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) })),
})
export type Head = z.output<typeof head>

const lostDocument = z.object({ customerId: z.number(), sha256: z.string(), why: z.enum(['absent', 'changed']) })
export type LostDocument = z.output<typeof lostDocument>

/** Last part: what the parts before must add up to. An archive without it was cut. */
export const manifest = z.object({
  /** `schema.name`, its rows, and the SHA-256 of its text. */
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  /** Each is named by its own SHA-256; this one is over the names. */
  documents: z.object({ amount: z.number(), bytes: z.number(), sha256: z.string() }),
  /** Documents that the database names and the store did not have as they were stored. */
  lost: z.array(lostDocument),
  /** The last number of each, or the first if it gave none. */
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

export function readPartName(name: string): PartName | undefined {
  if (name === HEAD_PART) return { kind: 'head' }
  if (name === MANIFEST_PART) return { kind: 'manifest' }
  const [, table] = /^tables\/(.+)\/\d+$/.exec(name) ?? []
  if (table) return { kind: 'table', table }
  const [, customerId, sha256] = /^documents\/([1-9]\d*)\/([0-9a-f]{64})$/.exec(name) ?? []
  return customerId && sha256 ? { kind: 'document', customerId: Number(customerId), sha256 } : undefined
}

const NOTHING = { rows: 0, sha256: createHash('sha256').digest('hex') }

/** Number of all rows. @throws BackupFailure when a table is not what was written. */
export function compareTables({ tables }: Head, { tables: wanted }: Manifest, found: Manifest['tables']): number {
  let sum = 0
  for (const { schema, name } of tables) {
    const key = `${schema}.${name}`
    const { rows, sha256 } = found[key] ?? NOTHING
    if (wanted[key]?.rows !== rows || wanted[key].sha256 !== sha256)
      throw new BackupFailure(`The backup is damaged: its table ${key} is not the one that was written.`)
    sum += rows
  }
  return sum
}
