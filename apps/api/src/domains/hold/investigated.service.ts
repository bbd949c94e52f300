import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { holdErrors } from './hold.facts.ts'
import { findOpenInvestigation, type HoldToInvestigate, lockHolds } from './investigated.queries.ts'

export { type HoldToInvestigate, listHeldPackages, listHoldStates } from './investigated.queries.ts'

/**
 * Checks that a hold may be released: product under investigation stays in quarantine, and disposed product stays held for good.
 *
 * @throws AppError hold_disposed, hold_investigated with the investigation in its facts.
 */
export async function expectReleasable(tx: CustomerTx, hold: { id: number; disposedAt: Date | null }): Promise<void> {
  if (hold.disposedAt) throw new AppError(holdErrors.hold_disposed)
  const investigationId = await findOpenInvestigation(tx, hold.id)
  if (investigationId !== undefined)
    throw new AppError(holdErrors.hold_investigated, {
      detail: `This product is part of investigation ${investigationId}. End the investigation first.`,
      facts: { investigationId },
    })
}

/**
 * Locks quarantines that can be investigated now, until the transaction ends.
 *
 * @throws AppError hold_not_found, hold_released, hold_disposed, hold_data_pending, hold_investigated.
 */
export async function lockHoldsToInvestigate(tx: CustomerTx, holdIds: readonly number[]): Promise<HoldToInvestigate[]> {
  const ids = [...new Set(holdIds)]
  const holds = await lockHolds(tx, ids)
  if (holds.length < ids.length) throw new AppError(holdErrors.hold_not_found)
  for (const hold of holds) {
    if (hold.releasedAt) throw new AppError(holdErrors.hold_released)
    if (hold.cause === 'dataPending') throw new AppError(holdErrors.hold_data_pending)
    await expectReleasable(tx, hold)
  }
  return holds
}
