import { type CaptureError, type CaptureJob, type CaptureSearch, outcomeWords, type Page, type StoredCapture } from '@seriatim/schema'
import { mustOrOwn, type Session } from '../../call/access/access.ts'
import type { SignedInContext } from '../../call/context.ts'
import { AppError } from '../../core/errors.ts'
import { isDateKey, pageOf, readCursor } from '../../core/page.ts'
import type { CustomerTx } from '../../db/types.ts'
import { parseOutcome } from '../upload/outcome.rules.ts'
import { type CaptureRecord, type Capturer, findCapture, listCaptures } from './capture.queries.ts'
import { acceptDelivery } from './delivery.service.ts'
import { isCapturable } from './detected-type.ts'
import { intakeErrors } from './intake.facts.ts'

/**
 * Records a capture of EPCIS 2.0 whose bytes are stored, and queues its import. If the same bytes were captured before with the same behavior,
 * returns the existing capture job.
 *
 * @throws AppError capture_not_epcis, and the errors of {@link acceptDelivery}.
 */
export async function acceptCapture(ctx: SignedInContext, session: Session, { behavior, ...delivery }: StoredCapture) {
  if (!isCapturable(delivery.takenFor)) throw new AppError(intakeErrors.capture_not_epcis)
  const { id } = await acceptDelivery(ctx, session, delivery, behavior)
  return { captureId: id }
}

const capturer = ({ doorId, userId }: Session): Capturer => ({ doorId: doorId ?? null, userId })

/**
 * Returns the state of a capture job.
 * @throws AppError capture_not_found, also for a job of another door or person.
 */
export async function readCapture(tx: CustomerTx, session: Session, { captureId }: { captureId: number }): Promise<CaptureJob> {
  const row = await findCapture(tx, capturer(session), captureId)
  if (!row) throw new AppError(intakeErrors.capture_not_found)
  mustOrOwn(session, 'intake:deliver', { ownerId: session.userId, locationId: row.locationId })
  return toCaptureJob(row)
}

/** The capture jobs of the caller's door or programs, newest first. */
export async function readCaptures(tx: CustomerTx, session: Session, { limit, cursor }: CaptureSearch): Promise<Page<CaptureJob>> {
  const rows = await listCaptures(tx, capturer(session), limit, readCursor(cursor, isDateKey))
  const { items, nextCursor } = pageOf(rows, limit, (row): [string, number] => [row.receivedAt.toISOString(), row.id])
  return { items: items.map(toCaptureJob), nextCursor }
}

function toCaptureJob(row: CaptureRecord): CaptureJob {
  const errors = listErrors(row)
  return {
    captureID: String(row.id),
    createdAt: row.receivedAt.toISOString(),
    ...(row.finishedAt && { finishedAt: row.finishedAt.toISOString() }),
    running: row.status === 'processing',
    success: errors.length === 0,
    captureErrorBehaviour: row.capture,
    errors,
  }
}

/** Lists the errors because of which events were not stored unchanged; empty as long as the document has not been read. */
function listErrors(row: CaptureRecord): CaptureError[] {
  const outcome = parseOutcome(row)
  switch (outcome.kind) {
    case 'waiting':
    case 'sentBefore':
    case 'unpacked':
      return []
    case 'made':
      return (row.ticketErrors ?? []).map(wrongEvent)
    case 'rolledBack':
      return outcome.facts.errors.map(wrongEvent)
    case 'tooMuch':
    case 'tooMuchMemory':
      return [
        { type: 'epcisException:CaptureLimitExceededException', title: 'Too large', status: 413, detail: outcomeWords(outcome).reason },
      ]
    case 'fault':
      return [
        { type: 'epcisException:ImplementationException', title: 'Internal error', status: 500, detail: outcomeWords(outcome).reason },
      ]
    default:
      return [{ type: 'epcisException:ValidationException', title: 'Not stored', status: 400, detail: outcomeWords(outcome).sentence }]
  }
}

const wrongEvent = ({ event, message }: { event: number; message: string }): CaptureError => ({
  type: 'epcisException:ValidationException',
  title: 'Wrong event',
  status: 400,
  detail: message,
  eventNumber: event,
})
