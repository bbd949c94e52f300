import { type Findings, pause, waitUntil } from './findings.ts'
import { compareLedger, waitForQueue } from './ledger.ts'
import type { Stage } from './stage.ts'
import { type Expected, Traffic } from './traffic.ts'

export interface Outage {
  ms: number
  leave(traffic: Traffic): Promise<void>
  comeBack(): Promise<void>
}

/**
 * While people read, upload and receive, causes each outage of `times` in turn and ends it. Then checks that nothing that the server acknowledged was
 * lost.
 */
export async function judgeOutages(stage: Stage, times: readonly Outage[], expected: Expected): Promise<Findings> {
  const traffic = new Traffic(stage).start()
  const back: number[] = []
  for (const { ms, leave, comeBack } of times) {
    await pause(5_000)
    await leave(traffic)
    await pause(ms)
    await comeBack()
    const before = traffic.done.uploads.length
    back.push(await waitUntil('uploads to be taken again', async () => traffic.done.uploads.length > before))
  }
  await pause(2_000)
  await traffic.stop()
  const read = await waitForQueue(stage)
  const judged = traffic.judge(expected)
  const compared = await compareLedger(stage, traffic.done)
  return {
    figures: {
      ...judged.figures,
      'ms until uploads were taken again, longest': Math.max(...back),
      'ms until all was read after it': read,
      ...compared.figures,
    },
    wrong: [...judged.wrong, ...compared.wrong],
  }
}
