import { createHash, type Hash } from 'node:crypto'
import { readArchive } from './archive.ts'
import { type BackupKey, makeDecrypter } from './backup-key.ts'
import { compareTables, type LostDocument, type Manifest } from './manifest.ts'
import { readHead, readParts } from './read-parts.ts'

export interface Checked {
  madeAt: string
  tables: number
  rows: number
  documents: number
  documentBytes: number
  lost: LostDocument[]
}

const LINE_END = 10

/** Reads a whole backup and compares every row and document with the recorded checksums, without a database. @throws BackupFailure */
export async function checkBackup(path: string, key: BackupKey): Promise<Checked> {
  const parts = readArchive(path, await makeDecrypter(key))
  try {
    const about = await readHead(path, parts)
    const sums = new Map<string, { rows: number; hash: Hash }>()
    const { manifest, documents, documentBytes } = await readParts(path, parts, {
      async takeDocument(_customerId, body) {
        const hash = createHash('sha256')
        let size = 0
        for await (const chunk of body) {
          hash.update(chunk)
          size += chunk.byteLength
        }
        return { sha256: hash.digest('hex'), size }
      },
      async takeTable(table, body) {
        const sum = sums.get(table) ?? { rows: 0, hash: createHash('sha256') }
        sums.set(table, sum)
        for await (const chunk of body) {
          sum.hash.update(chunk)
          // Counting line ends counts the rows, because COPY writes one row per line and escapes other line ends.
          for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) sum.rows += 1
        }
      },
    })
    const found: Manifest['tables'] = {}
    for (const [table, { rows, hash }] of sums) found[table] = { rows, sha256: hash.digest('hex') }
    const rows = compareTables(about, manifest, found)
    return { madeAt: about.madeAt, tables: about.tables.length, rows, documents, documentBytes, lost: manifest.lost }
  } finally {
    await parts.return(undefined)
  }
}
