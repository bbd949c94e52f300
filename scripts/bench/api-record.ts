import { appendFileSync } from 'node:fs'
import pg from 'pg'

/**
 * Loaded before the server (`--import`). Appends each SQL statement that the server sends to the file named by the environment variable RECORD, one
 * per line, so that the bare server can replay them.
 */
const file = process.env.RECORD ?? ''
const send = pg.Client.prototype.query as (...args: unknown[]) => unknown

pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
  const [query, given] = args as [string | { text: string; values?: unknown[] }, unknown]
  const text = typeof query === 'string' ? query : query.text
  const values = typeof query === 'string' ? (Array.isArray(given) ? given : []) : (query.values ?? [])
  const { options, user } = (this as unknown as { connectionParameters: { options: string; user: string } }).connectionParameters // pg sets this field of the client but does not declare it
  appendFileSync(file, `${JSON.stringify({ role: /role=(\w+)/.exec(options ?? '')?.[1] ?? user, text, values: values.map(written) })}\n`)
  return send.apply(this, args)
} as typeof pg.Client.prototype.query

function written(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return { hex: value.toString('hex') }
  return value instanceof Date ? { at: value.toISOString() } : value
}
