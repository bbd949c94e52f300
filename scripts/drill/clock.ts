import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecrets } from '../../apps/api/src/core/secrets.ts'
import { verifyTrails } from '../../apps/api/src/operate/backup/trail-check.ts'
import { DEMO_PASSWORD } from '../../apps/api/src/seed/demo.ts'
import { startMailServer } from '../../apps/api/test/outside/mail-server.ts'
import { type Findings, pause, tellWrong, waitUntil } from './findings.ts'
import { compareLedger, waitForQueue } from './ledger.ts'
import { insertSession, SECRET_KEY, type Stage, withStage } from './stage.ts'
import { Traffic } from './traffic.ts'

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
const DAY_SECONDS = 86_400
/** The audit trail is sealed every five minutes. */
const SEALED_SECONDS = 420
const ADMIN = 'admin@park.demo'

/** Sets the clock of program and database a day forward and back again while people work. Needs Debian's faketime. */
export async function drillClock(): Promise<Findings> {
  if (!existsSync(LIBRARY)) throw new Error('This drill needs libfaketime: apt-get install faketime')
  const mails = await startMailServer()
  const find = (dir: string) => join(dir, 'clock')
  const set = (dir: string, seconds: number) => writeFileSync(find(dir), `${seconds < 0 ? '' : '+'}${seconds}\n`, { mode: 0o644 })
  const faked = (dir: string) => ({
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: find(dir),
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  const env = ({ dir }: { dir: string }) => ({ ...faked(dir), SMTP_URL: `smtp://127.0.0.1:${mails.port}/?ignoreTLS=true` })
  try {
    return await withStage({ env, prepare: (dir) => set(dir, 0), databaseEnv: faked }, async (stage) => {
      const figures: Record<string, number> = {}
      const wrong: string[] = []
      const ledgers: Findings[] = []
      for (const [name, seconds] of [
        ['before', 0],
        ['a day ahead', DAY_SECONDS],
        ['back again', 0],
      ] as const) {
        set(stage.dir, seconds)
        await pause(1_000)
        // Who signed in a day before has to sign in again.
        const token = seconds ? await insertSession(stage.look, ADMIN) : stage.token
        const traffic = new Traffic({ ...stage, token }, name.toUpperCase().replaceAll(' ', '-')).start()
        await pause(8_000)
        await traffic.stop()
        figures[`${name}: ms until all was read`] = await waitForQueue(stage)
        figures[`${name}: ms until a code was mailed`] = await timeCode(stage, mails.taken)
        if (name !== 'before') figures[`${name}: ms until the trail was sealed by the clock`] = await timeSeal(stage)
        console.log(JSON.stringify(figures))
        const judged = traffic.judge({ sentences: [], quickMs: 1 })
        wrong.push(...judged.wrong.map((sentence) => `${name}: ${sentence}`))
        figures[`${name}: uploads acknowledged`] = traffic.done.uploads.length
        ledgers.push(await compareLedger(stage, traffic.done))
      }
      const trail = await verifyTrails(stage.database().ownerUrl, createSecrets(SECRET_KEY))
      return {
        figures: { ...figures, 'seals of the audit trail': trail.seals },
        wrong: [...wrong, ...ledgers.flatMap((one) => one.wrong), ...tellWrong([[trail.broken.length, 'audit trails are broken']])],
      }
    })
  } finally {
    await mails.close()
  }
}

/** Somebody signs in; a code is on its way. */
async function timeCode({ product }: Stage, taken: ReadonlyMap<string, number>): Promise<number> {
  const emailAddress = 'lead@park.demo'
  const before = taken.get(emailAddress) ?? 0
  // Within thirty seconds of one mail there is no other.
  await pause(31_000)
  await product.call('POST', '/api/v1/auth/create/one/token', { body: JSON.stringify({ emailAddress, password: DEMO_PASSWORD }) })
  return waitUntil('a code', async () => (taken.get(emailAddress) ?? 0) > before, 60)
}

/** The seal that comes by itself, of lines that are there already. */
async function timeSeal({ look }: Stage): Promise<number> {
  const count = async () => (await look<{ n: number }>('select count(*)::int as n from audit_seal'))[0]?.n ?? 0
  const before = await count()
  return waitUntil('a seal', async () => (await count()) > before, SEALED_SECONDS)
}
