import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { openPool, type Role } from '../../apps/api/src/db/pool.ts'

export interface Sent {
  role: Role
  text: string
  values: unknown[]
}

/** The reference: Fastify and pg alone. `/NAME` sends the statements that the product was recorded to send, and answers the rows of the last that has any. */
const calls = JSON.parse(readFileSync(process.env.CALLS ?? '', 'utf8')) as Record<string, Sent[]> // written by api.ts
const owner = process.env.DATABASE_URL ?? ''
const pools = { seriatim_app: openPool(owner, 'seriatim_app', 12), seriatim_system: openPool(owner, 'seriatim_system', 4) }
const app = Fastify()

for (const [name, statements] of Object.entries(calls)) {
  const queries = statements.map(({ role, text, values }) => ({ role, text, values: values.map(read) }))
  const ofRole = (role: Role) => queries.filter((one) => one.role === role)
  app.get(`/${name}`, async () => {
    let rows: unknown[] = []
    for (const role of ['seriatim_system', 'seriatim_app'] as const) {
      const client = await pools[role].connect()
      try {
        for (const { text, values } of ofRole(role)) {
          // Several statements in one message take no parameters.
          const result = await (values.length ? client.query(text, values) : client.query(text))
          if (result.rows?.length) rows = result.rows
        }
      } finally {
        client.release()
      }
    }
    return rows
  })
}

function read(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  if ('hex' in value) return Buffer.from(String(value.hex), 'hex')
  return 'at' in value ? new Date(String(value.at)) : value
}

process.on('SIGTERM', () => process.exit(0))
console.log(`http ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
