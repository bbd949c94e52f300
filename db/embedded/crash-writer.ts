import { Client } from 'pg'
import { startEmbedded } from './index.ts'

/**
 * The process that the crash tests kill: starts the database of the folder named on its command line, prints a line of JSON with the
 * cluster, then inserts the numbers from 1 on and prints each after PostgreSQL has acknowledged it.
 */
const database = await startEmbedded({ dataDir: process.argv[2] ?? '' })
const client = new Client({ connectionString: database.ownerUrl })
// The postmaster may be killed first; then this process waits for its own end.
client.on('error', () => undefined)
await client.connect()
await client.query('create table if not exists written (number int primary key)')
process.stdout.write(`${JSON.stringify({ clusterDir: database.clusterDir })}\n`)
for (let number = 1; process.argv[3] === 'write' || number <= 1; number++) {
  await client.query('insert into written values ($1)', [number])
  process.stdout.write(`${number}\n`)
}
// The quiet form: waits to be killed.
setInterval(() => undefined, 60_000)
