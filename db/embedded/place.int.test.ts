import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { binariesFor, findBinaries, reachable, SYSTEM_DIR } from './binaries.ts'
import { type EmbeddedDatabase, startEmbedded } from './index.ts'
import { turnLog } from './log-file.ts'
import { keep, type TestKeeper } from './test-keeper.ts'

const nobody = { uid: 65534, gid: 65534 }
let base: string
let keeper: TestKeeper
let started: EmbeddedDatabase | undefined

beforeEach(async () => {
  base = await mkdtemp('/tmp/seriatim-place-')
  keeper = keep('folder', base)
})
afterEach(async () => {
  await started?.stop()
  const clusterDir = started?.clusterDir ?? ''
  if (dirname(clusterDir) === SYSTEM_DIR) await rm(clusterDir, { recursive: true })
  started = undefined
  await keeper.release()
})

describe.runIf(process.getuid?.() === 0)('the embedded PostgreSQL as root', () => {
  test('is created in a folder of mode 700 under /var/lib/seriatim, even with umask 077, and CLUSTER records the folder', async () => {
    // mkdtemp created `base` with mode 700, so other users cannot enter it.
    const dataDir = join(base, 'home', 'data')
    const said: string[] = []
    const before = process.umask(0o077)
    try {
      started = await startEmbedded({ dataDir, durable: false, log: (line) => said.push(line) })
    } finally {
      process.umask(before)
    }
    expect(started.clusterDir).toMatch(/^\/var\/lib\/seriatim\/[0-9a-f]{16}$/)
    expect(await readFile(join(dataDir, 'CLUSTER'), 'utf8')).toBe(`${started.clusterDir}\n`)
    expect(said.join('\n')).toContain(started.clusterDir)
    expect((await stat(started.clusterDir)).mode & 0o777).toBe(0o700)
    await started.stop()
    // The cluster stays in the folder that was chosen first, even if the folders above `dataDir` become accessible.
    await chmod(base, 0o755)
    const { clusterDir } = started
    started = await startEmbedded({ dataDir, durable: false })
    expect(started.clusterDir).toBe(clusterDir)
  })

  test('copies programs once to a folder where the user ‘nobody’ can run them', async () => {
    const found = await findBinaries()
    const hidden = { ...found, native: join(base, 'native'), version: `test-${process.pid}` }
    await cp(found.native, hidden.native, { recursive: true, verbatimSymlinks: true })
    expect(reachable(hidden.native, nobody)).toBe(false)
    const said: string[] = []
    const copied = await binariesFor(hidden, nobody, (line) => said.push(line))
    try {
      expect(copied.native).toBe(join(SYSTEM_DIR, `bin-test-${process.pid}`))
      expect(reachable(join(copied.native, 'bin', 'postgres'), nobody)).toBe(true)
      expect(await binariesFor(hidden, nobody, (line) => said.push(line))).toEqual(copied)
      expect(said).toHaveLength(1)
    } finally {
      await rm(copied.native, { recursive: true })
    }
  })
})

describe('the log of the embedded PostgreSQL', () => {
  test('is emptied in place when it exceeds its limit, and its last part is copied to a file beside it', async () => {
    const logFile = join(base, 'postgres.log')
    await mkdir(base, { recursive: true })
    await writeFile(logFile, `${'old\n'.repeat(1_000)}last\n`)
    expect(await turnLog(logFile, 10_000)).toBe(false)
    expect(await turnLog(logFile, 1_000)).toBe(true)
    expect((await stat(logFile)).size).toBe(0)
    expect((await readFile(`${logFile}.1`, 'utf8')).endsWith('old\nlast\n')).toBe(true)
  })
})
