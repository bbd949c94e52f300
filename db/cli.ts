import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { dumpSchema } from './catalogue.ts'
import { distribute } from './citus/distribute.ts'
import { startEmbedded } from './embedded/index.ts'
import { migrate } from './migrate.ts'
import { generateTypes } from './types.ts'

/** `node db/cli.ts migrate|distribute|types|dump|new NAME`: commands of the database (README.md). */
const [command, name] = process.argv.slice(2)
const root = join(import.meta.dirname, '..')

switch (command) {
  case 'migrate': {
    const url = process.env.DATABASE_URL
    if (!url) throw new Error('Set DATABASE_URL to a URL that connects as the database owner. (npm start migrates the embedded database.)')
    await migrate(url, console.log)
    break
  }
  case 'distribute': {
    const url = process.env.DATABASE_URL
    if (!url) throw new Error('Set DATABASE_URL to a URL that connects as the database owner to the coordinator of the cluster.')
    await migrate(url, console.log)
    const done = await distribute(url, console.log)
    console.log(done.length ? `Distributed ${done.length} tables and checked them.` : 'All tables were already distributed; checked them.')
    break
  }
  case 'types':
    await onFreshDatabase(async (client) => writeFile(join(root, 'apps/api/src/db/tables.ts'), await generateTypes(client)))
    break
  case 'dump':
    await onFreshDatabase(async (client) => writeFile(join(root, 'db/schema.sql'), await dumpSchema(client)))
    break
  case 'new': {
    if (!name || !/^[a-z0-9-]+$/.test(name)) throw new Error('Usage: npm run db:new -- what-it-does')
    const last = (await readdir(join(import.meta.dirname, 'migrations'))).sort().at(-1) ?? '0000'
    const file = join(import.meta.dirname, 'migrations', `${String(Number(last.slice(0, 4)) + 1).padStart(4, '0')}-${name}.sql`)
    await writeFile(file, '-- What this changes, and why.\n', { flag: 'wx' })
    console.log(file)
    break
  }
  default:
    throw new Error('Usage: node db/cli.ts migrate | distribute | types | dump | new NAME')
}

/** Starts a temporary embedded database, applies all migrations, and runs `work` with a connection as the database's owner. */
async function onFreshDatabase(work: (client: Client) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'seriatim-schema-'))
  // Without this file mode, a start as root would place the cluster outside this folder, where the cluster would remain after the folder is deleted.
  await chmod(dataDir, 0o755)
  const database = await startEmbedded({ dataDir, durable: false })
  try {
    await migrate(database.ownerUrl)
    const client = new Client({ connectionString: database.ownerUrl })
    await client.connect()
    // Close the client before the server stops; otherwise its error would hide why the work failed.
    await work(client).finally(() => client.end())
  } finally {
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
