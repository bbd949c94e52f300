import { Client } from 'pg'
import { startEmbedded } from './index.ts'

/**
 * The process that the crash tests kill: starts the database in the folder named on its command line, prints the cluster as a line of JSON, then
 * inserts the numbers from 1 and prints each after PostgreSQL has acknowledged it.
 */
const database = await startEmbedded({ dataDir: process.argv[2] ?? '' })
const client = new Client({ connectionString: database.ownerUrl })
// If the test kills PostgreSQL first, the lost connection must not end this process, which waits to be killed itself.
client.on('error', () => undefined)
await client.connect()
await client.query('create table if not exists written (number int primary key)')
process.stdout.write(`${JSON.stringify({ clusterDir: database.clusterDir })}\n`)
for (let number = 1; process.argv[3] === 'write' || number <= 1; number++) {
  await client.query('insert into written values ($1)', [number])
  process.stdout.write(`${number}\n`)
}
// If the command line doesn't end in `write`, this process inserts one row and then only waits to be killed.
setInterval(() => undefined, 60_000)
