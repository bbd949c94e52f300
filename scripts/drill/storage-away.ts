import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { coreErrors } from '../../apps/api/src/core/core.facts.ts'
import { Gate, type GateMode } from '../../apps/api/test/gate.ts'
import { startS3 } from '../../apps/api/test/outside/s3-server.ts'
import { type Findings, pause, waitUntil } from './findings.ts'
import { compareLedger, waitForQueue } from './ledger.ts'
import { type Stage, withStage } from './stage.ts'
import { Traffic } from './traffic.ts'

/** How an S3 store is away, and for how long: the first time for longer than an import's tries would last if they counted. */
const WAYS: readonly (readonly [way: GateMode, ms: number])[] = [
  ['refusing', 110_000],
  [{ says: 'HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\nconnection: close\r\n\r\n' }, 30_000],
  ['silent', 40_000],
]
const READ_ONLY_MS = 40_000
/** A store that says nothing is given up after ten seconds. */
const QUICK_MS = 15_000

/** Has an S3 store refuse, fail and hang, and a folder turn read-only, while orders are uploaded, read and received. */
export async function drillStorageAway(): Promise<Findings> {
  const s3 = await drillS3()
  const folder = await drillFolder()
  const figures = Object.fromEntries([
    ...Object.entries(s3.figures).map(([name, figure]) => [`S3: ${name}`, figure]),
    ...Object.entries(folder.figures).map(([name, figure]) => [`folder: ${name}`, figure]),
  ])
  return { figures, wrong: [...s3.wrong, ...folder.wrong] }
}

async function drillS3(): Promise<Findings> {
  const dir = mkdtempSync(join(tmpdir(), 'seriatim-drill-s3-'))
  const store = await startS3(dir)
  const gate = await new Gate({ host: '127.0.0.1', port: store.port }).listen()
  const env = () => ({
    S3_ENDPOINT: `http://127.0.0.1:${gate.port}`,
    S3_BUCKET: store.bucket,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  })
  try {
    return await withStage({ env }, (stage) =>
      judgeAway(
        stage,
        WAYS.map(([way, ms]) => ({ ms, leave: () => gate.become(way), comeBack: () => gate.become('open') })),
      ),
    )
  } finally {
    await gate.close()
    await store.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** A mount, because root writes whatever the mode says. */
function drillFolder(): Promise<Findings> {
  const cleanUp = (dir: string) => void execFileSync('umount', ['--lazy', join(dir, 'files')])
  return withStage({ cleanUp }, async (stage) => {
    const files = join(stage.dir, 'files')
    const mount = (...given: string[]) => execFileSync('mount', given)
    mkdirSync(files, { recursive: true })
    mount('--bind', files, files)
    const leave = async () => void mount('-o', 'remount,bind,ro', files)
    const comeBack = async () => void mount('-o', 'remount,bind,rw', files)
    return judgeAway(stage, [{ ms: READ_ONLY_MS, leave, comeBack }])
  })
}

interface Away {
  ms: number
  leave(): Promise<void>
  comeBack(): Promise<void>
}

async function judgeAway(stage: Stage, times: readonly Away[]): Promise<Findings> {
  const traffic = new Traffic(stage).start()
  const back: number[] = []
  for (const { ms, leave, comeBack } of times) {
    await pause(5_000)
    await leave()
    await pause(ms)
    await comeBack()
    const before = traffic.done.uploads.length
    back.push(await waitUntil('uploads to be taken again', async () => traffic.done.uploads.length > before))
  }
  await pause(2_000)
  await traffic.stop()
  const read = await waitForQueue(stage)
  const judged = traffic.judge({
    sentences: [coreErrors.storage_away.text, coreErrors.storage_refused.text],
    quickMs: QUICK_MS,
    calls: /upload/,
  })
  const compared = await compareLedger(stage, traffic.done)
  return {
    figures: {
      'times the store was away': times.length,
      ...judged.figures,
      'ms until uploads were taken again, longest': Math.max(...back),
      'ms until all was read after it': read,
      ...compared.figures,
    },
    wrong: [...judged.wrong, ...compared.wrong],
  }
}
