import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from './index.ts'
import { ended, readPostmaster } from './postmaster.ts'
import { keep, type TestKeeper } from './test-keeper.ts'

const asRoot = process.getuid?.() === 0
let base: string
let keeper: TestKeeper
let dataDir: string
let open: EmbeddedDatabase[] = []

beforeEach(async () => {
  base = await mkdtemp('/tmp/seriatim-db-')
  keeper = keep('folder', base)
  dataDir = join(base, 'data')
  await chmod(base, 0o755)
})
afterEach(async () => {
  for (const database of open) await database.stop()
  open = []
  await keeper.release()
})

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, durable: false, ...options })
  open.push(database)
  return database
}

async function ask<T>(url: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as T[]
  } finally {
    await client.end()
  }
}

async function readPid(clusterDir: string): Promise<number> {
  return (await readPostmaster(join(clusterDir, 'data')))?.pid ?? Number.NaN
}

/** Starts a separate Node process that starts the database and writes rows to it. Resolves once `enough` rows were acknowledged. */
async function writer(
  mode: 'write' | 'quiet',
  enough: number,
): Promise<{ child: ChildProcess; clusterDir: string; acknowledged: () => number }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'crash-writer.ts'), dataDir, mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  // The killed process may have cut off its last line of output, so only complete lines count as acknowledged rows.
  const lines = () =>
    output
      .slice(0, output.lastIndexOf('\n') + 1)
      .trimEnd()
      .split('\n')
  const acknowledged = () => Number(lines().slice(1).at(-1) ?? 0)
  while (acknowledged() < enough) {
    if (child.exitCode !== null) throw new Error(`the writer ended: ${output}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const { clusterDir } = JSON.parse(lines()[0] ?? '') as { clusterDir: string }
  return { child, clusterDir, acknowledged }
}

async function listChildren(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(' ').filter(Boolean).map(Number)
}

describe('the embedded PostgreSQL', () => {
  test('keeps its data when stopped and restarted', async () => {
    const first = await start()
    expect(first.adopted).toBe(false)
    await ask(first.ownerUrl, 'create table kept (n int); insert into kept values (7)')
    const pid = await readPid(first.clusterDir)
    await first.stop()
    await first.stop()
    expect(await ended(pid, 100)).toBe(true)
    const second = await start()
    expect(await ask(second.ownerUrl, 'select n from kept')).toEqual([{ n: 7 }])
  })

  test('lets its owner create roles, schemas and trusted extensions without being a superuser', async () => {
    const { ownerUrl, superuserUrl } = await start()
    await ask(ownerUrl, 'create extension pg_trgm; create schema works; create role made_here nologin; grant made_here to current_user')
    const rows = await ask(superuserUrl, `select rolsuper, rolcreaterole, rolbypassrls from pg_roles where rolname = 'seriatim_owner'`)
    expect(rows).toEqual([{ rolsuper: false, rolcreaterole: true, rolbypassrls: false }])
    expect(await ask(ownerUrl, `select 'Ä' < 'Å' as ordered, lower('ÄÉ') as lower, show_trgm('é') <> '{}' as letters`)).toEqual([
      { ordered: true, lower: 'äé', letters: true },
    ])
    expect(await ask(superuserUrl, `select current_setting('data_checksums') as sums`)).toEqual([{ sums: 'on' }])
  })

  test('listens on 127.0.0.1 with a password when the socket path would be too long', async () => {
    dataDir = join(base, 'a-rather-long-name-of-a-folder'.repeat(4))
    const { ownerUrl, clusterDir } = await start()
    expect(new URL(ownerUrl).hostname).toBe('127.0.0.1')
    expect(await ask(ownerUrl, 'select current_user as name')).toEqual([{ name: 'seriatim_owner' }])
    const wrong = new URL(ownerUrl)
    wrong.password = 'wrong'
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
    expect((await stat(join(clusterDir, 'passwords.json'))).mode & 0o777).toBe(0o600)
  })

  test('requires the password on the socket as well, for every user', async () => {
    const { superuserUrl, clusterDir } = await start()
    expect(superuserUrl).toContain(encodeURIComponent('/socket'))
    for (const password of ['wrong', ''])
      await expect(ask(superuserUrl.replace(/:[0-9a-f]+@/, `:${password}@`), 'select 1')).rejects.toThrow()
    // If root started PostgreSQL, PostgreSQL runs as `nobody`, whose files other programs may read. The password file therefore belongs to root.
    const kept = await stat(join(clusterDir, 'passwords.json'))
    expect([kept.mode & 0o777, kept.uid]).toEqual([0o600, process.getuid?.()])
  })

  test('cleans up an interrupted initdb and runs it again', async () => {
    const dead = spawn('/bin/true')
    await once(dead, 'exit')
    const half = join(dataDir, 'pg', `data.half-${dead.pid}-0123abcd`)
    await mkdir(half, { recursive: true })
    await writeFile(join(half, 'PG_VERSION'), '18\n')
    if (asRoot) await chown(join(dataDir, 'pg'), 65534, 65534)
    const { clusterDir } = await start()
    expect(clusterDir).toBe(join(dataDir, 'pg'))
    await expect(stat(half)).rejects.toThrow('ENOENT')
  })

  test('shares one server between two concurrent starts', async () => {
    const [one, two] = await Promise.all([start(), start()])
    expect(await readPid(one.clusterDir)).toBe(await readPid(two.clusterDir))
    expect([one.adopted, two.adopted].filter(Boolean)).toHaveLength(1)
  })
})

describe('the embedded PostgreSQL after a crash', () => {
  test('loses no acknowledged row when every process is killed with SIGKILL during writes', async () => {
    for (let round = 0; round < 3; round++) {
      const { child, clusterDir, acknowledged } = await writer('write', 300)
      const postmaster = await readPid(clusterDir)
      const all = [postmaster, ...(await listChildren(postmaster)), child.pid ?? Number.NaN]
      const gone = once(child, 'close')
      for (const pid of all) process.kill(pid, 'SIGKILL')
      await gone
      const database = await startEmbedded({ dataDir })
      const rows = await ask<{ count: number; last: number }>(
        database.ownerUrl,
        'select count(*)::int, max(number)::int as last from written',
      )
      await ask(database.ownerUrl, 'drop table written')
      await database.stop()
      expect(rows[0]?.count).toBeGreaterThanOrEqual(acknowledged())
      // One row may be committed without its acknowledgment having reached us, but there must be no gaps.
      expect(rows[0]?.last).toBe(rows[0]?.count)
      expect(acknowledged()).toBeGreaterThanOrEqual(300)
    }
  }, 120_000)

  test('adopts a server that outlived its killed Node process, and then stops it', async () => {
    const { child, clusterDir } = await writer('quiet', 1)
    const pid = await readPid(clusterDir)
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    const database = await start({ durable: true })
    expect(database.adopted).toBe(true)
    expect(await readPid(clusterDir)).toBe(pid)
    expect(await ask(database.ownerUrl, 'select number from written')).toEqual([{ number: 1 }])
    await database.stop()
    expect(await ended(pid, 100)).toBe(true)
  })

  test('does not reuse a running server without fsync if the new start requires fsync', async () => {
    const careless = await startEmbedded({ dataDir, durable: false })
    const pid = await readPid(careless.clusterDir)
    const careful = await start({ durable: true })
    expect(await readPid(careful.clusterDir)).not.toBe(pid)
    expect(await ask(careful.superuserUrl, 'show fsync')).toEqual([{ fsync: 'on' }])
  })

  test('waits for children that outlive a killed postmaster', async () => {
    const { child, clusterDir } = await writer('quiet', 1)
    const postmaster = await readPid(clusterDir)
    const backend = (await listChildren(postmaster)).at(-1) ?? Number.NaN
    // A stopped server process cannot notice that its postmaster died, so its shared memory stays in use.
    process.kill(backend, 'SIGSTOP')
    process.kill(postmaster, 'SIGKILL')
    child.kill('SIGKILL')
    setTimeout(() => process.kill(backend, 'SIGKILL'), 1_500)
    const said: string[] = []
    const database = await start({ durable: true, log: (line) => said.push(line) })
    expect(database.adopted).toBe(false)
    expect(said.join()).toContain('waiting')
  })

  test('starts even when its old pid now belongs to another program', async () => {
    const { clusterDir, stop } = await start()
    await stop()
    const stranger = spawn('/bin/sleep', ['60'], asRoot ? { uid: 65534, gid: 65534, cwd: '/' } : {})
    const pidFile = join(clusterDir, 'data', 'postmaster.pid')
    await writeFile(pidFile, `${stranger.pid}\n${clusterDir}/data\n1\n5432\n${clusterDir}/socket\n\n  1 1\nready   \n`)
    if (asRoot) await chown(pidFile, 65534, 65534)
    const again = await start()
    stranger.kill()
    expect(again.adopted).toBe(false)
  })
})

describe('an embedded PostgreSQL that cannot start', () => {
  test('reports the path and the last lines of the log for an invalid setting', async () => {
    await expect(start({ settings: { wal_compression: 'lz4' } })).rejects.toThrow(
      /could not start.*\n.*wal_compression[\s\S]*Full log: .*pg\/postgres\.log/,
    )
  })

  test('reports that its data was written by another PostgreSQL version', async () => {
    const { clusterDir, stop } = await start()
    await stop()
    await writeFile(join(clusterDir, 'data', 'PG_VERSION'), '15\n')
    await expect(start()).rejects.toThrow(/created by PostgreSQL 15, but the installed programs are version 18/)
  })

  test('reports that its data is incomplete, and leaves the data unchanged', async () => {
    const { clusterDir, stop } = await start()
    await stop()
    await rm(join(clusterDir, 'data', 'PG_VERSION'))
    await expect(start()).rejects.toThrow(/no file PG_VERSION, so it is not a complete database/)
    expect((await stat(join(clusterDir, 'data', 'base'))).isDirectory()).toBe(true)
  })

  test('does not replace a missing folder named in CLUSTER with an empty database', async () => {
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'CLUSTER'), '/var/lib/seriatim/never-was\n')
    await expect(start()).rejects.toThrow('says that the database is in /var/lib/seriatim/never-was, which does not exist')
  })

  test('reports files without read permission', async () => {
    const { clusterDir, stop } = await start()
    await stop()
    const control = join(clusterDir, 'data', 'global', 'pg_control')
    if (asRoot) await chown(control, 0, 0)
    else await chmod(control, 0)
    await expect(start()).rejects.toThrow('check the owner and mode of its folder')
  })
})
