import type { Ok } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { placeHold } from '../../hold/hold.service.ts'
import { recordStopDecision } from '../../trading-partner/order/partner-stop.service.ts'

/**
 * Records the decision about goods from an unauthorized partner: puts them on hold, or allows receiving them. Each order can get only one decision.
 * @throws AppError order_not_found, stop_decided.
 */
export async function decidePartnerStop(
  tx: CustomerTx,
  session: Session,
  decision: { documentId: number; choice: 'hold' | 'receive'; reason: string },
): Promise<Ok> {
  await recordStopDecision(tx, session, decision)
  const { documentId, choice, reason } = decision
  if (choice === 'hold') await placeHold(tx, session, { target: { documentId }, reason })
  return { ok: true }
}
