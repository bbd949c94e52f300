import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { coreErrors } from '../../apps/api/src/core/core.facts.ts'
import { type Findings, waitUntil } from './findings.ts'
import { judgeOutages } from './outage.ts'
import { withStage } from './stage.ts'
import type { Expected } from './traffic.ts'

const FULL_MS = 30_000
const MEGABYTE = 1024 * 1024

interface Disk {
  folder: string
  megabytes: number
  /** Megabytes that stay free when the disk is nearly full. */
  leave: number
  expected: Expected
}

const FILES: Disk = {
  folder: 'files',
  megabytes: 64,
  leave: 0.5,
  expected: { sentences: [coreErrors.disk_full.text], calls: /upload/, quickMs: 25_000 },
}
/** The database's disk. If PostgreSQL can't write its log, it shuts down with a message, and its supervisor starts it again. */
const DATABASE: Disk = {
  folder: 'pg',
  megabytes: 700,
  leave: 24,
  expected: { sentences: [coreErrors.disk_full.text, coreErrors.database_away.text, coreErrors.busy.text], quickMs: 25_000 },
}

/**
 * While people work, fills the disk of the documents and frees it again; then does the same with the disk of the database. Needs root, because it
 * mounts these disks as file systems in memory.
 */
export async function drillDiskFull(): Promise<Findings> {
  const [files, database] = [await drillDisk(FILES), await drillDisk(DATABASE)]
  const named = (of: string, { figures }: Findings) => Object.entries(figures).map(([name, figure]) => [`${of}: ${name}`, figure])
  return {
    figures: Object.fromEntries([...named('documents', files), ...named('database', database)]),
    wrong: [...files.wrong, ...database.wrong],
  }
}

function drillDisk({ folder, megabytes, leave, expected }: Disk): Promise<Findings> {
  const find = (dir: string) => join(dir, folder)
  const prepare = (dir: string) => {
    mkdirSync(find(dir))
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', find(dir)])
  }
  const cleanUp = (dir: string) => void execFileSync('umount', ['--lazy', find(dir)])
  return withStage({ prepare, cleanUp }, (stage) => {
    const filler = join(find(stage.dir), 'filler')
    const full = {
      ms: FULL_MS,
      async leave(traffic: { refusals: number }) {
        const { bavail, bsize } = statfsSync(find(stage.dir))
        writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leave * MEGABYTE)))
        await waitUntil('the disk to be full', async () => traffic.refusals > 0)
      },
      async comeBack() {
        rmSync(filler)
        // Restarts the database if it went down, as a supervisor would.
        await stage.query('select 1').catch(stage.startDatabase)
      },
    }
    return judgeOutages(stage, [full], expected)
  })
}
