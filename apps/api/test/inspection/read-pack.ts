import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesInZip, openZip, unzip } from '../../src/core/zip.ts'
import { makeRows } from '../csv-text.ts'
import type { TestDb } from '../harness.ts'

/** The files of a pack by name, as text. */
export type PackTexts = ReadonlyMap<string, string>

export async function readPackBytes(t: TestDb, customerId: number, packId: number): Promise<Buffer> {
  const [row] = await t.query<{ sha256: string }>('select sha256 from pack where id = $1 and customer_id = $2', [packId, customerId])
  const bytes: Uint8Array[] = []
  for await (const chunk of await t.deps.storage.get(customerId, row?.sha256 ?? '')) bytes.push(chunk as Uint8Array) // Node's types declare stream chunks as any
  return Buffer.concat(bytes)
}

/** Reads a stored pack with nothing but its zip, as the pack's recipient would. */
export const readStoredPack = async (t: TestDb, customerId: number, packId: number): Promise<PackTexts> =>
  readPackTexts(t, String(packId), await readPackBytes(t, customerId, packId))

export async function readPackTexts(t: TestDb, name: string, bytes: Uint8Array): Promise<PackTexts> {
  const path = join(t.config.dataDir, `read-${name}.zip`)
  await writeFile(path, bytes)
  const zip = await openZip(path)
  const texts = new Map<string, string>()
  for await (const entry of filesInZip(zip)) {
    const parts: Buffer[] = []
    for await (const part of unzip(zip, entry, 1e9)) parts.push(part)
    texts.set(entry.fileName, Buffer.concat(parts).toString('utf8'))
  }
  zip.close()
  return texts
}

/** Reads the rows of a pack's CSV file, by column. */
export function rowsOf(pack: PackTexts, name: string): Record<string, string>[] {
  const [heading = [], ...rows] = makeRows(pack.get(name) ?? '')
  return rows.map((row) => Object.fromEntries(heading.map((column, at) => [column, row[at] ?? ''])))
}
