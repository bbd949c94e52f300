import { z } from 'zod'
import { audit } from '../../../call/audit.ts'
import { coreErrors } from '../../../core/core.facts.ts'
import { HOUR_MS } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { UnavailableError } from '../../../core/unavailable.ts'
import { forEachCustomer } from '../../../jobs/customers.ts'
import { defineJob, type JobContext } from '../../../jobs/job.ts'
import { deleteUnneededBytes } from '../../file/file.service.ts'
import { tracingErrors } from '../tracing.facts.ts'
import { type AnswerRecord, findAnswer, listOverdueAnswers, markAnswerFailed, markAnswerRemoved, updateProgress } from './answer.queries.ts'
import { AnswerStoppedError, buildAnswer, findAuthor, removeAnswerRest } from './build.service.ts'

const FAILURES = {
  right: 'The author of this answer can no longer answer the request. Prepare the answer again.',
  unavailable: 'The file storage was unavailable for too long. Prepare the answer again.',
  fault: 'Something went wrong while the answer was being prepared. Try again. If that fails too, tell the operator of this installation.',
} as const

const LOST_RIGHT: readonly string[] = [coreErrors.not_allowed.key, tracingErrors.tracing_not_found.key]

/** How long an unfinished answer may wait for the file storage to become available. The limit is short because a person waits for the answer. */
const WAIT_MS = 2 * HOUR_MS

/**
 * Builds the file that answers a tracing request, and stores the progress in the answer's row. If the process dies, the next attempt starts from the
 * beginning.
 */
export const buildAnswerJob = defineJob({
  name: 'tracing.build',
  payload: z.object({ answerId: z.number() }),
  attempts: 5,
  lane: 'long',
  async run({ answerId }, job) {
    const answer = await job.inTx('read only', (tx) => findAnswer(tx, answerId))
    if (!answer || (answer.state !== 'queued' && answer.state !== 'building')) return removeAnswerRest(job, answerId)
    const session = await findAuthor(job, answer)
    if (!session) return failAnswer(job, answer, FAILURES.right)
    if (!(await job.inTx('read write', (tx) => updateProgress(tx, answerId, { state: 'building', phase: 'Searching' }))))
      return removeAnswerRest(job, answerId)
    try {
      await buildAnswer(job, answer, session)
    } catch (error) {
      await endOrRetry(job, answer, error)
    }
  },
  async abandon({ answerId }, job) {
    const answer = await job.inTx('read only', (tx) => findAnswer(tx, answerId))
    if (answer) await failAnswer(job, answer, FAILURES.fault)
  },
})

async function endOrRetry(job: JobContext, answer: AnswerRecord, error: unknown): Promise<void> {
  if (error instanceof AnswerStoppedError) {
    if (job.signal.aborted) throw error
    return
  }
  if (error instanceof AppError && LOST_RIGHT.includes(error.key)) return failAnswer(job, answer, FAILURES.right)
  const isOver = job.clock.now().getTime() - answer.madeAt.getTime() >= WAIT_MS
  if (error instanceof UnavailableError && isOver) return failAnswer(job, answer, FAILURES.unavailable)
  if (job.isLastAttempt && !(error instanceof UnavailableError)) await failAnswer(job, answer, FAILURES.fault)
  throw error
}

async function failAnswer(job: JobContext, { id, requestId }: AnswerRecord, failure: string): Promise<void> {
  await removeAnswerRest(job, id)
  const now = job.clock.now()
  await job.inTx('read write', async (tx) => {
    if (!(await markAnswerFailed(tx, id, failure))) return
    await audit(tx, { now, userId: null }, { action: 'tracing.fail', subject: 'tracing', subjectId: requestId, detail: { failure } })
  })
}

/** Every night, removes the files of answers that are older than 30 days; keeps the list of their files with each SHA-256. */
export const removeAnswersJob = defineJob({
  name: 'tracing.remove',
  payload: z.unknown(),
  attempts: 3,
  schedule: '28 9 * * *',
  async run(_, { db, system, storage, clock }) {
    const now = clock.now()
    await forEachCustomer({ db, system }, async (tx, customerId) => {
      for (const { id, requestId, sha256 } of await listOverdueAnswers(tx, now)) {
        if (sha256 === null) continue
        await markAnswerRemoved(tx, id, now)
        await deleteUnneededBytes(tx, storage, { customerId, sha256 })
        await audit(tx, { now, userId: null }, { action: 'tracing.remove', subject: 'tracing', subjectId: requestId })
      }
    })
  },
})
