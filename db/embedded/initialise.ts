import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, link, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Binaries, program, type RunAs } from './binaries.ts'
import { clusterError } from './failure.ts'
import { type ClusterPlace, makeFor, nobody } from './place.ts'
import { isAlive } from './postmaster.ts'

/**
 * Passwords of the two roles. They are required both on the socket and over TCP: another process of PostgreSQL's user can open the socket but cannot
 * log in.
 */
export interface Passwords {
  superuser: string
  owner: string
}

/**
 * Reads the passwords next to the cluster, or creates them (mode 600) if the cluster doesn't exist yet. If this process runs as root, the file
 * belongs to root and not to PostgreSQL's user `nobody`, because other programs run as `nobody` too.
 */
export async function readPasswords({ clusterDir, runAs: owner }: ClusterPlace): Promise<Passwords> {
  const path = join(clusterDir, 'passwords.json')
  const runAs = owner?.uid === nobody.uid ? root : owner
  const known = await readFile(path, 'utf8').catch(() => undefined)
  if (known && runAs) await chown(path, runAs.uid, runAs.gid)
  if (known) return JSON.parse(known) as Passwords // `writeSecret` below wrote this object to the file
  const made = { superuser: randomBytes(24).toString('hex'), owner: randomBytes(24).toString('hex') }
  await writeSecret(path, JSON.stringify(made), runAs)
  // If two processes start at once, only one of them writes the file; both read it.
  return JSON.parse(await readFile(path, 'utf8')) as Passwords // another process that started at the same moment wrote the file
}

const root = { uid: 0, gid: 0 }

/** Names of the files that this process is writing, so that a second start in the same process does not treat them as leftovers. */
const inWork = new Set<string>()

function workName(prefix: string): string {
  const name = `${prefix}${process.pid}-${randomBytes(4).toString('hex')}`
  inWork.add(name)
  return name
}

/** Writes a file of mode 600 for the user `runAs`, completely or not at all. An existing file is left unchanged. */
async function writeSecret(path: string, text: string, runAs: RunAs): Promise<void> {
  const half = workName(`${path}.half-`)
  try {
    await writeFile(half, text, { mode: 0o600, flush: true })
    if (runAs) await chown(half, runAs.uid, runAs.gid)
    await link(half, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // Node's system errors have a code
  } finally {
    await unlink(half).catch(() => undefined)
  }
}

/**
 * Creates `clusterDir/data` unless it exists. initdb works in a folder of another name that is renamed when complete, so `data` is complete or
 * absent, however the machine stops. Throws if the data has another major version, or if initdb fails.
 */
export async function initialise(place: ClusterPlace, binaries: Binaries, durable: boolean, log: (line: string) => void): Promise<void> {
  const data = join(place.clusterDir, 'data')
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version !== undefined) {
    if (Number.parseInt(version, 10) === binaries.major) return
    throw new Error(
      `The database in ${place.clusterDir} was created by PostgreSQL ${version.trim()}, but the installed programs are version ${binaries.major}: export it with the old version (db/backup.md), or install that version again.`,
    )
  }
  if (await stat(data).catch(() => undefined))
    throw new Error(
      `${data} has no file PG_VERSION, so it is not a complete database: restore a backup, or move the folder away to start with an empty database.`,
    )
  await removeHalves(place.clusterDir)
  log('creating the database (first start only)')
  const { superuser } = await readPasswords(place)
  const half = workName(join(place.clusterDir, 'data.half-'))
  const passwordFile = workName(join(place.clusterDir, 'initdb-password.half-'))
  await makeFor(half, place.runAs)
  await writeSecret(passwordFile, superuser, place.runAs)
  try {
    const made = await initdb(place, binaries, half, passwordFile, durable, 'C.UTF-8')
    // If the system lacks the locale C.UTF-8, the database gets PostgreSQL's builtin locale, which also compares characters by code point.
    if (made !== true && /locale/i.test(made.join('\n'))) {
      await rm(half, { recursive: true, force: true })
      await makeFor(half, place.runAs)
      const again = await initdb(place, binaries, half, passwordFile, durable, 'C')
      if (again !== true) throw clusterError('The database could not be created', again)
    } else if (made !== true) throw clusterError('The database could not be created', made)
    await rename(half, data).catch((error: NodeJS.ErrnoException) => {
      // The folder exists because another process created the database first. Use that database.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await unlink(passwordFile).catch(() => undefined)
    await rm(half, { recursive: true, force: true })
  }
}

/** Removes the half-finished folders of interrupted runs of initdb. Leaves a folder alone while the process that created it is alive. */
async function removeHalves(clusterDir: string): Promise<void> {
  for (const name of await readdir(clusterDir)) {
    const pid = Number(/\.half-(\d+)-/.exec(name)?.[1])
    const path = join(clusterDir, name)
    if (Number.isNaN(pid) || inWork.has(path) || (pid !== process.pid && isAlive(pid))) continue
    await rm(path, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Runs initdb. Resolves to true, or to initdb's output if it failed. */
function initdb(
  place: ClusterPlace,
  binaries: Binaries,
  dir: string,
  passwordFile: string,
  durable: boolean,
  locale: string,
): Promise<true | string[]> {
  const options = [
    `--pgdata=${dir}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth-local=scram-sha-256',
    '--auth-host=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    `--locale=${locale}`,
    '--data-checksums',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ]
  return new Promise((resolve) => {
    const child = spawn(program(binaries, 'initdb'), options, {
      cwd: place.clusterDir,
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...place.runAs,
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.on('error', (error) => resolve([error.message]))
    child.on('close', (code) => resolve(code === 0 ? true : output.trim().split('\n').slice(-12)))
  })
}

/** The environment for PostgreSQL's programs, without this process's PG* variables and locale, which would change how they start. */
export function cleanEnvironment(): Record<string, string> {
  const env: Record<string, string> = { LC_ALL: 'C' }
  for (const name of ['PATH', 'SystemRoot', 'TEMP', 'TMP']) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  return env
}

/** Creates the role that owns the app's database, and the database, if they are missing, for example because the first start was interrupted. */
export async function ensureOwner(superuserUrl: string, passwords: Passwords): Promise<void> {
  const client = new Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    // The lock is held until the connection ends. Without it, two concurrent starts would both find no role or database, and both try to create it.
    await client.query('select pg_advisory_lock(hashtext($1))', ['seriatim ensure owner'])
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = 'seriatim_owner') as role,
              exists (select from pg_database where datname = 'seriatim') as database`,
    )
    const found = rows[0]
    if (found && !found.role)
      await client.query(`create role seriatim_owner login createrole nosuperuser password ${client.escapeLiteral(passwords.owner)}`)
    if (found && !found.database) await client.query('create database seriatim owner seriatim_owner')
    await client.query('grant create, connect on database seriatim to seriatim_owner')
  } finally {
    await client.end()
  }
}
