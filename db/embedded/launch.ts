import { spawn } from 'node:child_process'
import { chown, type FileHandle, open, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Binaries, program, type RunAs } from './binaries.ts'
import { clusterError, takeTail } from './failure.ts'
import { cleanEnvironment } from './initialise.ts'
import { type ClusterPlace, makeFor } from './place.ts'
import { ended, isAlive, type Postmaster, pause, readPostmaster } from './postmaster.ts'

/** sun_path holds 108 bytes including the terminator on Linux, 104 on macOS. */
const socketPathBytes = process.platform === 'linux' ? 107 : 103

interface Launch {
  place: ClusterPlace
  binaries: Binaries
  logFile: string
  settings: Record<string, string>
  /** false once the system has refused a Unix socket; the server then listens on TCP only */
  allowSocket: boolean
  /** milliseconds that recovery after a crash may take */
  recoveryMs: number
}

/** Starts postgres and waits until it accepts connections. If postgres exits instead, returns its output. */
export async function launch(how: Launch): Promise<Postmaster | { lines: string[] }> {
  const dataDir = join(how.place.clusterDir, 'data')
  const address = await addressFor(how.place, how.allowSocket)
  const settings = { ...how.settings, ...address }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const logHandle = await openLog(how.logFile, how.place.runAs)
  const from = (await stat(how.logFile)).size
  const child = spawn(program(how.binaries, 'postgres'), ['-D', dataDir, ...options], {
    cwd: how.place.clusterDir,
    env: cleanEnvironment(),
    // Postgres runs in its own process group, so that Ctrl-C in the terminal reaches only us, and we stop postgres last.
    detached: true,
    windowsHide: true,
    stdio: ['ignore', logHandle.fd, logHandle.fd],
    ...how.place.runAs,
  })
  let over: string | undefined
  child.once('error', (error) => {
    over = error.message
  })
  child.once('exit', (code, signal) => {
    over ??= `postgres ended (${signal ?? `exit code ${code}`})`
  })
  child.unref()
  await logHandle.close()

  const deadline = Date.now() + how.recoveryMs
  for (;;) {
    if (over !== undefined) {
      const lines = await takeTail(how.logFile, from)
      return { lines: lines.join('') === '' ? [over] : lines }
    }
    const postmaster = await readPostmaster(dataDir)
    if (postmaster && postmaster.pid === child.pid && postmaster.status === 'ready') return postmaster
    if (Date.now() > deadline) {
      if (child.pid !== undefined) await shutDown(child.pid, dataDir, how.logFile)
      throw clusterError(`The database was not ready after ${how.recoveryMs / 1000} s`, await takeTail(how.logFile, from), how.logFile)
    }
    await pause(10)
  }
}

/** Chooses the server's address: a socket in the cluster's own folder if its path is short enough, otherwise 127.0.0.1 and a free port. */
async function addressFor(place: ClusterPlace, allowSocket: boolean): Promise<Record<string, string>> {
  const dir = join(place.clusterDir, 'socket')
  // A comma would separate entries in PostgreSQL's list of folders.
  const fits = Buffer.byteLength(join(dir, '.s.PGSQL.5432')) <= socketPathBytes && !/[,"]/.test(dir)
  if (allowSocket && fits && process.platform !== 'win32') {
    await makeFor(dir, place.runAs)
    return { listen_addresses: '', unix_socket_directories: dir, unix_socket_permissions: '0700', port: '5432' }
  }
  return { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(await freePort()) }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/**
 * Opens the log for appending. This process opens it instead of PostgreSQL, so that several starts and {@link turnLog} can share it; PostgreSQL's
 * user owns it.
 */
async function openLog(logFile: string, runAs: RunAs): Promise<FileHandle> {
  const handle = await open(logFile, 'a', 0o600)
  if (runAs) await chown(logFile, runAs.uid, runAs.gid)
  return handle
}

/** Shuts down the server of a data folder: connections are cut, data is written, nothing is lost. Resolves when the process is gone. */
export async function shutDown(pid: number, dataDir: string, logFile: string): Promise<void> {
  if (!isAlive(pid)) return
  // Windows can't send SIGINT to another process and ends it instead; recovery at the next start makes up for the missing checkpoint.
  signal(pid, 'SIGINT')
  if (await ended(pid, 60_000)) return
  // Immediate shutdown: no final checkpoint, recovery at the next start; nothing acknowledged is lost.
  signal(pid, 'SIGQUIT')
  if (await ended(pid, 15_000)) return
  throw clusterError(`The database (process ${pid}, ${dataDir}) does not stop`, await takeTail(logFile), logFile)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // Node's system errors have a code
  }
}
