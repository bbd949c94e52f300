import type { Packet } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import type { Context } from '../../../call/context.ts'
import { readEvidence, uploadEvidence } from '../../file/evidence.service.ts'
import { lockOwnPartner } from '../trading-partner.service.ts'

/**
 * Uploads a file that a license or an agreement of the partner may then refer to. @throws AppError partner_not_found, and the errors of a file
 * upload.
 */
export async function uploadPartnerEvidence(
  ctx: Context,
  session: Session,
  { tradingPartnerId, ...packet }: Packet & { tradingPartnerId: number },
) {
  const { locationId } = await ctx.inTx('read write', (tx) => lockOwnPartner(tx, session, tradingPartnerId))
  return uploadEvidence(ctx, session, { about: `partner ${tradingPartnerId}`, locationId }, packet)
}

export const readPartnerEvidence = (ctx: Context, session: Session, evidenceId: number) => readEvidence(ctx, session, 'partner', evidenceId)
