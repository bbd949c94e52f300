import { readFileSync } from 'node:fs'
import type { Role } from '@seriatim/db/logins'
import Fastify from 'fastify'
import { openPool } from '../../apps/api/src/db/pool.ts'

export interface SentStatement {
  role: Role
  text: string
  values: unknown[]
}

/** A package that the benchmark scans, with its order and its line. */
export interface ScannedPackage {
  documentId: number
  line: number
  serialNumber: string
}

export interface RecordedCall {
  /** The package that the recorded call concerned; each repetition replaces its ids in the statements with those of another package. */
  about: ScannedPackage
  statements: SentStatement[]
}

/**
 * The server that the app is compared with: only Fastify and pg. `/?name=NAME` sends the SQL statements that the app was recorded sending for the
 * call NAME, with the ids of another package if the call concerns one. Answers with the rows of the last statement that returned any.
 */
const calls = JSON.parse(readFileSync(process.env.CALLS ?? '', 'utf8')) as Record<string, RecordedCall> // written by api.ts
const owner = process.env.DATABASE_URL ?? ''
const pools = { seriatim_app: openPool(owner, 'seriatim_app', 12), seriatim_system: openPool(owner, 'seriatim_system', 4) }
const app = Fastify()

app.get<{ Querystring: { name: string; documentId: string; line: string; serialNumber: string } }>('/', async ({ query }) => {
  const { about, statements } = calls[query.name] ?? { about: undefined, statements: [] }
  const line = Number(query.line)
  const swaps = new Map([
    [String(about?.documentId), query.documentId],
    [String(about?.line), query.line],
    // The statements refer to a single line as the range [line, line + 1), so the range's end must be replaced too.
    [String((about?.line ?? 0) + 1), String(line + 1)],
    [about?.serialNumber, query.serialNumber],
  ])
  const swap = (value: unknown): unknown => {
    if (typeof value === 'number') return Number(swaps.get(String(value)) ?? value)
    if (typeof value === 'string') return value.replace(/\w+/g, (word) => swaps.get(word) ?? word)
    return Array.isArray(value) ? value.map(swap) : value
  }
  let rows: unknown[] = []
  for (const role of ['seriatim_system', 'seriatim_app'] as const) {
    const client = await pools[role].connect()
    try {
      for (const { text, values } of statements.filter((one) => one.role === role)) {
        // A text with several statements can't have parameters, so send it without any.
        const result = await (values.length ? client.query(text, values.map(read).map(swap)) : client.query(text))
        if (result.rows?.length) rows = result.rows
      }
    } finally {
      client.release()
    }
  }
  return rows
})

function read(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  if ('hex' in value) return Buffer.from(String(value.hex), 'hex')
  return 'at' in value ? new Date(String(value.at)) : value
}

process.on('SIGTERM', () => process.exit(0))
console.log(`is running at ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
