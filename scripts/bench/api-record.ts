import { appendFileSync } from 'node:fs'
import pg from 'pg'

/** Loaded before the server (`--import`): each statement that it sends goes to the file RECORD, a line each, for the bare server to send as well. */
const file = process.env.RECORD ?? ''
const send = pg.Client.prototype.query as (...args: unknown[]) => unknown

pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
  const [query, given] = args as [string | { text: string; values?: unknown[] }, unknown]
  const text = typeof query === 'string' ? query : query.text
  const values = typeof query === 'string' ? (Array.isArray(given) ? given : []) : (query.values ?? [])
  const { options, user } = (this as unknown as { connectionParameters: { options: string; user: string } }).connectionParameters // of the client, untyped
  appendFileSync(file, `${JSON.stringify({ role: /role=(\w+)/.exec(options ?? '')?.[1] ?? user, text, values: values.map(written) })}\n`)
  return send.apply(this, args)
} as typeof pg.Client.prototype.query

function written(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return { hex: value.toString('hex') }
  return value instanceof Date ? { at: value.toISOString() } : value
}
