import { createHash } from 'node:crypto'
import { finished } from 'node:stream/promises'
import { findBroken } from '@seriatim/db/references'
import type { Client } from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { BackupFailure } from './backup-failure.ts'
import { compareTables, type Head, type Manifest } from './manifest.ts'
import { listGuards, listPostponed, listTables, qualifyName, quote, SETTINGS, toSql } from './tables.ts'

interface Open {
  table: string
  stream: CopyStreamQuery
  ended: Promise<void>
  /** True once the server has accepted the last row or rejected one, so that no drain event will come. */
  isOver: boolean
  hash: ReturnType<typeof createHash>
}

/**
 * Resolves when the stream can take more rows, or when it has failed or closed: after a rejected row there is no drain event. A Promise.race with the
 * end of the stream would retain one promise per chunk until the table is loaded.
 */
function untilDrained(stream: CopyStreamQuery): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      for (const event of ['drain', 'error', 'close']) stream.off(event, go)
      resolve()
    }
    for (const event of ['drain', 'error', 'close']) stream.once(event, go)
  })
}

/**
 * Loads the tables in one transaction as their owner. Row security, triggers, foreign keys and indexes are restored before the transaction commits.
 */
export class TableLoader {
  private readonly client: Client
  private readonly about: Head
  private readonly columns: ReadonlyMap<string, { sql: string; columns: string[] }>
  private readonly after: string[]
  private readonly sums: Manifest['tables'] = {}
  private open: Open | undefined

  private constructor(client: Client, about: Head, after: string[]) {
    this.client = client
    this.about = about
    this.columns = new Map(about.tables.map((table) => [qualifyName(table), { sql: toSql(table), columns: table.columns }]))
    this.after = after
  }

  /** Empties, inside the transaction, the tables that the migrations filled. @throws BackupFailure if the tables differ from the backup's. */
  static async begin(client: Client, about: Head): Promise<TableLoader> {
    await client.query('begin')
    await client.query(SETTINGS)
    const tables = await listTables(client)
    const wanted = new Map(about.tables.map((table) => [qualifyName(table), [...table.columns].sort().join()]))
    const other = tables.find((table) => wanted.get(qualifyName(table)) !== [...table.columns].sort().join())
    if (other || wanted.size !== tables.length)
      throw new BackupFailure(
        `The tables of the backup do not match this program${other ? ` (${qualifyName(other)})` : ''}. Restore with the version that made the backup, then update.`,
      )
    const [guards, taken] = [await listGuards(client), await listPostponed(client)]
    for (const sql of [...guards.off, ...taken.drop]) await client.query(sql)
    // The locks now keep other writers out. Stop before changing anything if the database is already in use.
    const { rowCount } = await client.query('select from customer union all select from login')
    if (rowCount) throw new BackupFailure('Somebody started using the database, so nothing was changed. Restore into an empty database.')
    await client.query(`truncate ${tables.map(toSql).join(', ')}`)
    return new TableLoader(client, about, [...taken.make, ...guards.on])
  }

  /** Loads one chunk of a table's data. All chunks of a table must be loaded before the next table begins. */
  async load(table: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    if (this.open?.table !== table) {
      await this.endTable()
      this.open = this.beginTable(table)
    }
    const open = this.open
    const { stream, ended, hash } = open
    for await (const chunk of bytes) {
      hash.update(chunk)
      // If the stream has ended, await its error: writing to the stream would raise another error, which hides the real one.
      if (open.isOver) await ended
      if (!stream.write(chunk) && !open.isOver) await untilDrained(stream)
    }
  }

  private beginTable(table: string): Open {
    const known = this.columns.get(table)
    if (!known || table in this.sums) throw new BackupFailure(`The backup is damaged: table ${table} is unknown or appears twice.`)
    const stream = this.client.query(copyFrom(`copy ${known.sql} (${known.columns.map(quote).join(', ')}) from stdin`))
    const ended = finished(stream).catch((cause: unknown) => {
      throw new BackupFailure(`The table ${table} could not be loaded.`, { cause })
    })
    ended.catch(() => undefined)
    const open: Open = { table, stream, ended, isOver: false, hash: createHash('sha256') }
    for (const event of ['error', 'close'])
      stream.once(event, () => {
        open.isOver = true
        // After the server has refused the rows, the stream has no connection. A write that still waits for the socket would throw an uncaught error.
        stream.destroy()
      })
    return open
  }

  private async endTable(): Promise<void> {
    if (!this.open) return
    const { table, stream, ended, hash } = this.open
    this.open = undefined
    stream.end()
    await ended
    this.sums[table] = { rows: stream.rowCount, sha256: hash.digest('hex') }
  }

  /**
   * Compares everything with the manifest, recreates what was dropped for the load, such as foreign keys, and commits. Returns the number of rows.
   */
  async finish(manifest: Manifest): Promise<number> {
    await this.endTable()
    const rows = compareTables(this.about, manifest, this.sums)
    // This query looks only for broken references that triggers check. The database itself validates foreign keys when they are added again below.
    const [broken] = await findBroken(this.client)
    if (broken) throw new BackupFailure(`The backup is damaged: some of its rows refer to rows that it does not contain (${broken}).`)
    for (const sql of this.after) await this.client.query(sql)
    for (const [name, state] of Object.entries(manifest.sequences)) await this.setSequence(name, state)
    await this.client.query('commit')
    return rows
  }

  /** Restarts the sequence instead of calling setval: a rollback undoes a restart and the values taken after it, but it does not undo setval. */
  private async setSequence(key: string, { last, isUsed }: Manifest['sequences'][string]): Promise<void> {
    const [schema = '', name = ''] = key.split('.')
    const sequence = toSql({ schema, name })
    await this.client.query(`alter sequence ${sequence} restart with ${last}`)
    if (isUsed) await this.client.query('select nextval($1)', [sequence])
  }
}
