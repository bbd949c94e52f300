import { Gate, type GateMode } from '../../apps/api/test/gate.ts'
import { startMailServer } from '../../apps/api/test/outside/mail-server.ts'
import { type Findings, findQuantile, pause, tellWrong, waitUntil } from './findings.ts'
import { type Stage, withStage } from './stage.ts'

/** What a mail server that is away looks like from here. */
const WAYS: readonly GateMode[] = [
  'refusing',
  'silent',
  { says: '421 4.3.2 The service is shutting down\r\n', isFirst: true },
  { says: '451 4.3.0 Try later\r\n', isFirst: true },
]
const AWAY_MS = 40_000
const MAILS = 30
/** What may pass until mails leave again, and until other jobs have had their turn. */
const SOON_MS = 30_000

/** Has a mail server refuse, hang and complain while people are invited and other jobs are due, and lets it come back. */
export async function drillMailAway(): Promise<Findings> {
  const mails = await startMailServer()
  const gate = await new Gate({ host: '127.0.0.1', port: mails.port }).listen()
  const env = () => ({ SMTP_URL: `smtp://127.0.0.1:${gate.port}/?ignoreTLS=true` })
  try {
    return await withStage({ env }, async (stage) => {
      const invited: string[] = []
      const answers: number[] = []
      const others: number[] = []
      const back: number[] = []
      for (const way of WAYS) {
        await gate.become(way)
        const end = Date.now() + AWAY_MS
        for (let n = 0; n < MAILS; n += 1) {
          const emailAddress = `drill.${invited.length}@mail.tst`
          const body = JSON.stringify({ emailAddress, firstName: 'Dana', lastName: 'Drill' })
          answers.push((await stage.product.call('POST', '/api/v1/user/create/one', { token: stage.token, body })).ms)
          invited.push(emailAddress)
        }
        while (Date.now() < end) {
          others.push(await timeOtherJob(stage))
          await pause(2_000)
        }
        await gate.become('open')
        back.push(await waitUntil('mails to leave', async () => invited.every((address) => mails.taken.has(address))))
        // A connection that is cut between a mail's being taken and its word has it sent once more: SMTP has no way to ask. So nothing is under way when it is cut.
        await waitUntil(
          'mails to be written down',
          async () => (await stage.look("select from mail where status = 'waiting' limit 1")).length === 0,
        )
        console.log(`${JSON.stringify(way)}: all mails had left ${back.at(-1)} ms after it`)
      }
      const counts = invited.map((address) => mails.taken.get(address) ?? 0)
      return {
        figures: {
          'ways in which the mail server was away': WAYS.length,
          'mails acknowledged meanwhile': invited.length,
          'ms until an invitation was answered, p99': Math.round(findQuantile(answers, 0.99)),
          'ms until another job had its turn, longest': Math.max(...others),
          'ms until all mails had left after it, longest': Math.max(...back),
          'mails that arrived': counts.filter((count) => count > 0).length,
        },
        wrong: tellWrong([
          [counts.filter((count) => count > 1).length, 'mails arrived more than once'],
          [others.filter((ms) => ms > SOON_MS).length, `other jobs waited longer than ${SOON_MS / 1000} s behind mails`],
          [back.filter((ms) => ms > SOON_MS).length, `times mails left later than ${SOON_MS / 1000} s after the mail server was back`],
          [stage.product.isLost ? 1 : 0, 'program ended by itself'],
        ]),
      }
    })
  } finally {
    await gate.close()
    await mails.close()
  }
}

/** A job that has nothing to do with mails. */
async function timeOtherJob({ look }: Stage): Promise<number> {
  await look("select graphile_worker.add_job('audit.seal', '{\"input\":{}}'::json)")
  return waitUntil(
    'another job',
    async () => (await look("select from graphile_worker.jobs where task_identifier = 'audit.seal' and key is null")).length === 0,
  )
}
