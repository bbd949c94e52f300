import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { coreErrors } from '../../apps/api/src/core/core.facts.ts'
import { type Findings, pause, waitUntil } from './findings.ts'
import { compareLedger, waitForQueue } from './ledger.ts'
import { type Stage, withStage } from './stage.ts'
import { Traffic } from './traffic.ts'

const FULL_MS = 30_000
const MEGABYTE = 1024 * 1024

interface Disk {
  folder: string
  megabytes: number
  /** What is left when it is nearly full. */
  leave: number
  sentences: readonly string[]
  calls: RegExp
}

const FILES: Disk = { folder: 'files', megabytes: 64, leave: 0.5, sentences: [coreErrors.disk_full.text], calls: /upload/ }
/** A database that cannot write its log ends and says so; whoever runs it starts it again. */
const DATABASE: Disk = {
  folder: 'pg',
  megabytes: 700,
  leave: 24,
  sentences: [coreErrors.disk_full.text, coreErrors.database_away.text, coreErrors.busy.text],
  calls: /^/,
}

/** Fills the disk of the documents, and then that of the database, while people work, and makes room again. Needs root: the disks are mounted in memory. */
export async function drillDiskFull(): Promise<Findings> {
  const [files, database] = [await drillDisk(FILES), await drillDisk(DATABASE)]
  const named = (of: string, { figures }: Findings) => Object.entries(figures).map(([name, figure]) => [`${of}: ${name}`, figure])
  return {
    figures: Object.fromEntries([...named('documents', files), ...named('database', database)]),
    wrong: [...files.wrong, ...database.wrong],
  }
}

function drillDisk(disk: Disk): Promise<Findings> {
  const find = (dir: string) => join(dir, disk.folder)
  const prepare = (dir: string) => {
    mkdirSync(find(dir))
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${disk.megabytes}m,mode=0755`, 'tmpfs', find(dir)])
  }
  const cleanUp = (dir: string) => void execFileSync('umount', ['--lazy', find(dir)])
  return withStage({ prepare, cleanUp }, (stage) => judgeFull(stage, disk, join(find(stage.dir), 'filler')))
}

async function judgeFull(stage: Stage, { leave, sentences, calls }: Disk, filler: string): Promise<Findings> {
  const traffic = new Traffic(stage).start()
  await pause(5_000)
  const { bavail, bsize } = statfsSync(join(filler, '..'))
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leave * MEGABYTE)))
  const noticed = await waitUntil('the disk to be full', async () => traffic.refusals > 0)
  await pause(FULL_MS)
  rmSync(filler)
  const isRunning = await stage.look('select 1').then(
    () => true,
    () => false,
  )
  // As whoever supervises a database does.
  if (!isRunning) await stage.startDatabase()
  const before = traffic.done.uploads.length
  const back = await waitUntil('uploads to be taken again', async () => traffic.done.uploads.length > before)
  await pause(2_000)
  await traffic.stop()
  const read = await waitForQueue(stage)
  const judged = traffic.judge({ sentences, quickMs: 25_000, calls })
  const compared = await compareLedger(stage, traffic.done)
  return {
    figures: {
      'ms until the disk was full': noticed,
      'starts of the database by its supervisor': isRunning ? 0 : 1,
      ...judged.figures,
      'ms until uploads were taken again': back,
      'ms until all was read after it': read,
      ...compared.figures,
    },
    wrong: [...judged.wrong, ...compared.wrong],
  }
}
