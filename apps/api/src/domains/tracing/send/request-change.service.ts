import type { Ok, TracingChange } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit, auditNothing } from '../../../call/audit.ts'
import { endOfDay } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { queueSearch } from '../find/search.service.ts'
import { expectPlace } from '../place.service.ts'
import { expectLockedRequest, expectOpen } from '../request.access.ts'
import { dropCounts, listItems, type RequestRecord, updateRequest } from '../request.queries.ts'
import { renewFingerprint } from '../same.service.ts'
import { tracingErrors } from '../tracing.facts.ts'
import { expectReceivedBefore, renewLegalDue, statedDayOf, targetOf } from '../tracing-clock.ts'
import { changedFields, describeChanges, type Stated } from './describe-change.ts'
import { noteStep } from './request-steps.service.ts'

/**
 * Corrects the facts of a request that an email or a phone call stated wrongly. Recomputes the deadlines from the corrected time of receipt,
 * requester type, reason and location. If the requester changes, the new one must be verified again. The history and the audit trail keep the earlier
 * values.
 * @throws AppError tracing_closed, tracing_is_out, tracing_is_drill, tracing_place_not_found, tracing_ahead.
 */
export async function changeRequest(tx: CustomerTx, session: Session, { requestId, ...typed }: TracingChange): Promise<Ok> {
  const request = await expectLockedRequest(tx, session, requestId)
  expectCorrectable(request)
  const timeZone = await expectPlace(tx, session, typed.locationId)
  const receivedAt = new Date(typed.receivedAt)
  expectReceivedBefore(receivedAt, request.createdAt)
  const before = statedOf(request)
  const after: Stated = { ...typed, receivedAt: receivedAt.toISOString() }
  const changed = changedFields(before, after)
  if (!changed.length) {
    auditNothing(session)
    return { ok: true }
  }
  await saveChange(tx, request, after, timeZone)
  await noteStep(
    tx,
    session,
    requestId,
    'corrected the request',
    describeChanges(before, after, { timeZone, clockHours: session.clockHours }),
  )
  const pick = (of: Stated) => Object.fromEntries(changed.map((field) => [field, of[field]]))
  const detail = { before: pick(before), after: pick(after) }
  await audit(tx, session, { action: 'tracing.change', subject: 'tracing', subjectId: requestId, detail })
  return { ok: true }
}

function expectCorrectable(request: RequestRecord): void {
  expectOpen(request)
  if (request.direction === 'out') throw new AppError(tracingErrors.tracing_is_out)
  if (request.isDrill) throw new AppError(tracingErrors.tracing_is_drill)
}

function statedOf(request: RequestRecord): Stated {
  const { asker, organization, name, role, emailAddress, phone, basis, wish, reference, incidentNumber, note, channel, locationId } =
    request
  const stated = { asker, organization, name, role, emailAddress, phone, basis, wish, reference, incidentNumber, note, channel, locationId }
  return { ...stated, statedDue: statedDayOf(request), receivedAt: request.receivedAt.toISOString() }
}

async function saveChange(tx: CustomerTx, request: RequestRecord, { statedDue, ...stated }: Stated, timeZone: string): Promise<void> {
  const changes = { ...stated, receivedAt: new Date(stated.receivedAt), timeZone }
  const next = { ...request, ...changes }
  const isSamePerson = (['asker', 'organization', 'name', 'emailAddress'] as const).every((field) => next[field] === request[field])
  const identity = isSamePerson ? {} : { identityHow: null, identityBy: null, identityAt: null }
  const clocks = {
    targetAt: targetOf(next),
    legalDueAt: renewLegalDue(request, next),
    statedDueAt: statedDue === null ? null : endOfDay(statedDue, timeZone),
  }
  const renewed = await renewFingerprint(tx, next, await listItems(tx, request.id))
  await updateRequest(tx, request.id, { ...changes, ...identity, ...clocks, ...renewed })
  if (timeZone === request.timeZone) return
  // A different time zone moves the days of the items' periods, so the old counts are dropped and a new search is queued.
  await dropCounts(tx, request.id)
  await queueSearch(tx, request.id)
}
