import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { Client } from 'pg'
import { LOCKS } from '../advisory-locks.ts'
import { startEmbedded } from './index.ts'
import { isAlive } from './postmaster.ts'

/**
 * A process that outlives its parent just long enough to clean up after it. It waits for its standard input to close, which happens no matter how the
 * parent dies. Its duties:
 *
 *     node test-keeper.ts shared <data folder> <superuser's url>   stops the tests' PostgreSQL if no other run uses it
 *     node test-keeper.ts process <pid>                            ends a server that a browser test started
 *     node test-keeper.ts folder <folder>                          ends every process started with the folder, and removes it
 */

/**
 * Lock that each test run holds in shared mode while it uses the server. The keeper of a run stops the server only if no other run holds the lock.
 */
export const IN_USE = LOCKS.testsInUse

export interface TestKeeper {
  /** Makes the keeper process start its cleanup now, instead of when this process ends. Resolves when the keeper has exited. */
  release(): Promise<void>
}

/** Starts a keeper process, which cleans up after this one. `duty` is one of the duties above with its arguments. */
export function keep(...duty: readonly string[]): TestKeeper {
  // The keeper runs in its own process group, because Ctrl-C must not reach it before its work is done.
  const child = spawn(process.execPath, [import.meta.filename, ...duty], { stdio: ['pipe', 'ignore', 'inherit'], detached: true })
  child.unref()
  child.stdin.on('error', () => undefined)
  return {
    async release() {
      const gone = child.exitCode === null ? once(child, 'exit') : undefined
      child.ref()
      child.stdin.end()
      await gone
    },
  }
}

async function stopShared(dataDir: string, superuserUrl: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl, application_name: 'seriatim keeper' })
  client.on('error', () => undefined)
  await client.connect()
  // Waits up to 3 seconds for the lock, because the server takes a moment to release the lock of a test run that has just ended.
  await client.query(`set lock_timeout = '3s'`)
  const isLast = await client.query('select pg_advisory_lock($1)', [IN_USE]).then(
    () => true,
    () => false,
  )
  await client.end()
  if (isLast) await (await startEmbedded({ dataDir, durable: false })).stop()
}

/** Sends SIGTERM, and after ten seconds SIGKILL if the process is still alive. */
async function endProcess(pid: number): Promise<void> {
  for (let waited = 0; isAlive(pid); waited += 100) {
    // unlike `process.kill`, this throws no error if the process has exited in the meantime
    if (waited % 10_000 === 0) spawnSync('kill', [waited === 0 ? '-TERM' : '-KILL', String(pid)])
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/**
 * Removes a test folder after ending every process whose command line contains the folder's path. Tests of the embedded PostgreSQL start many
 * clusters in this folder. A cluster that keeps its data elsewhere has a file CLUSTER with that path, and its processes are ended, too.
 */
async function endFolder(folder: string): Promise<void> {
  const places = [folder, ...globSync('**/CLUSTER', { cwd: folder }).map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim())]
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
  for (const line of stdout.split('\n')) {
    const pid = Number.parseInt(line, 10)
    if (pid !== process.pid && places.some((place) => line.includes(place))) await endProcess(pid)
  }
  rmSync(folder, { recursive: true, force: true })
}

if (process.argv[1] === import.meta.filename) {
  const [duty, target = '', url = ''] = process.argv.slice(2)
  process.stdin.resume()
  await once(process.stdin, 'end')
  if (duty === 'shared') await stopShared(target, url)
  else if (duty === 'folder') await endFolder(target)
  else await endProcess(Number(target))
}
