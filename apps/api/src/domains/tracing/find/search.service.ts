import type { TracingCounts, TracingResult } from '@seriatim/schema'
import { withCustomer } from '../../../db/customer-tx.ts'
import type { CustomerTx, Scope } from '../../../db/types.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { readPersonSession } from '../../auth/person/person.service.ts'
import { listSeen } from '../request.access.ts'
import { findRequest, type RequestRecord, saveCounts, updateSearched } from '../request.queries.ts'
import { findElsewhere, SEARCHED_AT_ONCE, traceItems } from './find.service.ts'
import { countResults } from './judge.ts'

/** Queues the search for the items of a request. Recording a request never waits for its search, and never fails because of it. */
export async function queueSearch(tx: CustomerTx, requestId: number): Promise<void> {
  await enqueue(tx, 'tracing.search', { requestId }, { key: `tracing search ${requestId}` })
}

/**
 * Counts what is on file about a request's items, for the list of requests. It searches the locations of the person who recorded the items, or all
 * locations if the items came by email. Each part is counted in a separate transaction, so that the list can show the progress.
 */
export async function countOnFile(job: JobContext, requestId: number): Promise<void> {
  const request = await job.inTx('read only', (tx) => findRequest(tx, requestId))
  if (!request || request.endedAt) return
  const scope = await findScope(job, request)
  if (!scope) return
  const context = { now: job.clock.now(), scope: scope.scope, timeZone: request.timeZone }
  const total = countResults([])
  for (let at = 0; at < request.itemCount; at += SEARCHED_AT_ONCE) {
    const part = Array.from({ length: Math.min(SEARCHED_AT_ONCE, request.itemCount - at) }, (_, index) => at + index + 1)
    const elsewhere = await findElsewhere(job.db, scope, requestId, part)
    const { counts } = await withCustomer(job.db, scope, 'read only', (tx) =>
      traceItems(tx, context, request, { numbers: part, elsewhere }),
    )
    addCounts(total, counts)
    await job.inTx('read write', (tx) => updateSearched(tx, requestId, at + part.length))
  }
  await job.inTx('read write', async (tx) => {
    const { itemCount } = request
    await saveCounts(tx, requestId, { ...total, locationIds: await listSeen(tx, scope) }, { itemCount })
  })
}

async function findScope({ customerId, userId, inTx, clock }: JobContext, { timeZone }: RequestRecord): Promise<Scope | undefined> {
  if (customerId === null) return undefined
  const person = userId === null ? undefined : { customerId, userId, timeZone, now: clock.now() }
  const session = person && (await inTx('read only', (tx) => readPersonSession(tx, person)))
  return session ?? { customerId, userId: null, scope: 'all', locationIds: [] }
}

function addCounts(total: TracingCounts, counts: TracingCounts): void {
  for (const result of Object.keys(counts) as TracingResult[]) total[result] += counts[result] // Object.keys() returns string[]
}
