import { appendFileSync } from 'node:fs'
import pg from 'pg'

/** Loaded before the server (`--import`): writes each statement that it sends to the file RECORD, one per line, for the bare server to replay. */
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
