import { randomUUID } from 'node:crypto'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { askService, type Target, toTarget, unanswered } from '../service-call.ts'
import { readSetting } from '../setting/setting.service.ts'
import { findDeparted } from '../subject.service.ts'
import { listWaiting, listWaitingProducts, lockList, updateList, type WaitingQuestion } from './list.queries.ts'
import { queueList } from './list.service.ts'
import { recordAnswer } from './record.service.ts'
import { judgeBatch } from './refusal.rules.ts'

/** Number of questions asked concurrently; it is low because a verification service serves many pharmacies. */
const AT_ONCE = 4
/**
 * Maximum number of questions in one run of the job. Runs are short so that other jobs of the lane can run in between, even if the verification
 * service never answers.
 */
const OF_ONE_RUN = 12

/**
 * Shown if the settings now select another service than the one for which the list's questions were prepared. The new service's answers must not be
 * recorded as answers of the earlier one.
 */
const CHANGED =
  'The verification settings changed after this list began, so the remaining packages were not verified. Continue the list to use the new settings.'

/**
 * Asks the next questions of a list and queues the rest. Each answer is recorded as it arrives, so if the process is killed, only the questions that
 * were in flight are asked again. If a whole batch is refused, the list stops in three cases: our settings are the cause, more than one product has
 * been refused, or every product that still waits has been refused. In all other cases the refusal may come from a single manufacturer, so the list
 * goes on with the other products.
 */
export async function runList(job: JobContext, listId: number): Promise<void> {
  const begun = await job.inTx('read write', (tx) => begin(tx, job, listId))
  if (!begun) return
  const { questions } = begun
  let before: ReadonlySet<string> = new Set()
  for (let at = 0; at < questions.length; at += AT_ONCE) {
    const batch = questions.slice(at, at + AT_ONCE)
    const { refused, reason, isCertain } = judgeBatch(await awaitAll(batch.map((question) => askWaiting(job, begun, question))), before)
    before = refused
    if (reason !== undefined && (await job.inTx('read write', (tx) => stopIfAllRefused(tx, job, listId, { refused, reason, isCertain }))))
      return
  }
  await job.inTx('read write', (tx) => endOrQueue(tx, job, listId))
}

/**
 * Like `Promise.all`, but throws only after every promise has settled, so that one error does not keep the answers to the other questions from being
 * recorded.
 */
async function awaitAll<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}

interface Begun {
  target: Target
  questions: readonly WaitingQuestion[]
  /** Questions whose packages have left. The service isn't asked these; the list only records that the package left. */
  departed: ReadonlySet<WaitingQuestion>
}

/**
 * Returns the service and the next questions to ask. Returns undefined if the list is not running; also if the verification settings are incomplete
 * or now use another driver, in which case it stops the list.
 */
async function begin(tx: CustomerTx, job: JobContext, listId: number): Promise<Begun | undefined> {
  const list = await lockList(tx, listId)
  if (list?.state !== 'running') return undefined
  const stopNow = (stopReason: string) => updateList(tx, listId, { state: 'stopped', stopReason, endedAt: job.clock.now() })
  try {
    const target = toTarget(await readSetting(tx, job), job)
    const questions = await listWaiting(tx, listId, OF_ONE_RUN)
    if (questions.every(({ driver }) => driver === target.setting.driver))
      return { target, questions, departed: await findDeparted(tx, list.locationId, questions) }
    await stopNow(CHANGED)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await stopNow(error.message)
  }
  return undefined
}

async function askWaiting(
  job: JobContext,
  { target, departed }: Begun,
  question: WaitingQuestion,
): Promise<{ gtin: string; cause: string | null }> {
  const { gtin, serialNumber, lotNumber, expirationDate, context } = question
  const corrUuid = randomUUID()
  const product = { gtin, serialNumber, lotNumber: lotNumber ?? '', expirationDate: expirationDate ?? '' }
  const asked = departed.has(question)
    ? unanswered('departed')
    : await askService(job, target, { product, context: context ?? '', corrUuid })
  await recordAnswer(job, target, question.id, { ...asked, corrUuid })
  return { gtin, cause: asked.verdict.answer === 'unavailable' ? asked.verdict.cause : null }
}

/**
 * Ends a list after the service refused to answer: at once if the refusal holds for every product (`isCertain`), otherwise only if each product that
 * is still waiting was refused.
 * @returns false if the list continues, because the manufacturer of a waiting product may still answer.
 */
async function stopIfAllRefused(
  tx: CustomerTx,
  { clock }: JobContext,
  listId: number,
  { refused, reason, isCertain }: { refused: ReadonlySet<string>; reason: string; isCertain: boolean },
): Promise<boolean> {
  const waiting = await listWaitingProducts(tx, listId)
  if (!isCertain && waiting.some((gtin) => !refused.has(gtin))) return false
  const isRest = waiting.length > 0
  await updateList(tx, listId, { state: isRest ? 'stopped' : 'done', stopReason: isRest ? reason : null, endedAt: clock.now() })
  return true
}

async function endOrQueue(tx: CustomerTx, { clock, customerId }: JobContext, listId: number): Promise<void> {
  const list = await lockList(tx, listId)
  if (list?.state !== 'running') return
  if ((await listWaiting(tx, listId, 1)).length > 0) return queueList(tx, customerId ?? 0, listId)
  await updateList(tx, listId, { state: 'done', stopReason: null, endedAt: clock.now() })
}
