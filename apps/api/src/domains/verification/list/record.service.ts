import { coreErrors } from '../../../core/core.facts.ts'
import { findDatabaseError } from '../../../db/constraints.ts'
import type { JobContext } from '../../../jobs/job.ts'
import type { ServiceResult, Target } from '../service-call.ts'
import { toAnswer } from '../verification.service.ts'
import { answerWaiting } from './list.queries.ts'

/** An answer with the correlation UUID of its question. If a question is asked again because the process was killed, it gets another UUID. */
export type ListResult = ServiceResult & { corrUuid: string }

/**
 * Records the answer to one question in a separate transaction, so that a failure affects no other answer. If the database refuses a value, the
 * question is recorded as unanswered; otherwise the list would ask it forever.
 */
export async function recordAnswer(job: JobContext, { setting: { driver } }: Target, questionId: number, asked: ListResult): Promise<void> {
  const { corrUuid, status } = asked
  const write = (one: ServiceResult) =>
    job.inTx('read write', (tx) => answerWaiting(tx, questionId, { ...toAnswer(one, job.clock.now()), corrUuid, driver }))
  try {
    await write(asked)
  } catch (error) {
    if (findDatabaseError(error) !== coreErrors.value_refused) throw error
    await write({ verdict: { answer: 'unavailable', cause: 'not_storable' }, status, body: null })
  }
}
