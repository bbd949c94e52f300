import { DISPOSALS, type HoldDisposal, type Ok } from '@seriatim/schema'
import { must, type Session } from '../../call/access/access.ts'
import { audit } from '../../call/audit.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { updateDisposed } from './disposal.queries.ts'
import { holdErrors } from './hold.facts.ts'
import { lockHold } from './hold.queries.ts'
import { expectReleasable } from './investigated.service.ts'

/**
 * Records that the product of a hold left the pharmacy for good. The hold is not released, so that none of the product can be received or sent later.
 * @throws AppError hold_not_found, hold_released, hold_disposed, hold_data_pending, hold_investigated, not_allowed unless the caller administers the
 * hold's location.
 */
export async function dispose(tx: CustomerTx, session: Session, { holdId, how, reason }: HoldDisposal): Promise<Ok> {
  const hold = await lockHold(tx, holdId)
  if (!hold) throw new AppError(holdErrors.hold_not_found)
  must(session, 'hold:release', hold.locationId)
  if (hold.releasedAt) throw new AppError(holdErrors.hold_released)
  if (hold.cause === 'dataPending') throw new AppError(holdErrors.hold_data_pending)
  await expectReleasable(tx, hold)
  await updateDisposed(tx, holdId, { disposedAt: session.now, disposedById: session.userId, disposalHow: how, disposalReason: reason })
  await audit(tx, session, {
    action: 'hold.dispose',
    subject: 'hold',
    subjectId: holdId,
    detail: { holdId, label: hold.label, how: DISPOSALS[how], reason },
  })
  return { ok: true }
}
