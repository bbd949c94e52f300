import { spawnSync } from 'node:child_process'
import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'

/** Contents of PostgreSQL's postmaster.pid. */
export interface Postmaster {
  pid: number
  port: number
  /** Folder of the server's Unix socket; empty if the server listens on TCP only. */
  socketDir: string
  /** starting, ready, stopping or standby */
  status: string
}

/** Reads postmaster.pid; undefined if it is missing or only partially written. */
export async function readPostmaster(dataDir: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number.parseInt(lines[0] ?? '', 10)
  if (!(pid > 0)) return undefined
  return { pid, port: Number.parseInt(lines[3] ?? '', 10), socketDir: (lines[4] ?? '').trim(), status: (lines[7] ?? '').trim() }
}

/** Whether the process is running, even as another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // Node's system errors have a code
  }
}

/** The kind of process that has the pid in a data folder's postmaster.pid. */
export type Occupant =
  /** there is no process, so the file is stale */
  | 'none'
  /** the process ended but its parent has not reaped it; PostgreSQL still considers it alive */
  | 'zombie'
  /** the pid has been reused by another program */
  | 'stranger'
  | 'postgres'

/** Determines what kind of process has this pid. In doubt, the process counts as the PostgreSQL server of the data folder. */
export async function findOccupant(pid: number, dataDir: string): Promise<Occupant> {
  if (!isAlive(pid)) return 'none'
  if (process.platform === 'win32') return 'postgres'
  if (process.platform === 'linux') {
    const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    if (/^\d+ \(.*\) [ZX] /s.test(state)) return 'zombie'
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command !== '') return askCommand(command.split('\0'), dataDir)
    return isAlive(pid) ? 'postgres' : 'none'
  }
  const listed = spawnSync('ps', ['-ww', '-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? ''
  if (/^\s*Z/.test(listed)) return 'zombie'
  return listed.includes('postgres') && listed.includes(dataDir) ? 'postgres' : 'stranger'
}

async function askCommand(command: string[], dataDir: string): Promise<Occupant> {
  const at = command.indexOf('-D')
  const named = at < 0 ? undefined : command[at + 1]
  if (named === undefined || !/postgres/.test(command[0] ?? '')) return 'stranger'
  const [theirs, ours] = await Promise.all([named, dataDir].map((path) => realpath(path).catch(() => path)))
  return theirs === ours ? 'postgres' : 'stranger'
}

/** Resolves to true once the process has ended, or to false if it still runs after `withinMs` milliseconds. */
export async function ended(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs
  while (Date.now() < deadline) {
    if (!isAlive(pid)) return true
    if (process.platform === 'linux') {
      const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      if (state === '' || /^\d+ \(.*\) [ZX] /s.test(state)) return true
    }
    await pause(10)
  }
  return false
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
