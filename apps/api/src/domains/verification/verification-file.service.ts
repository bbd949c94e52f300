import type { Packet } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import type { Context } from '../../call/context.ts'
import { readEvidence, uploadEvidence } from '../file/evidence.service.ts'
import { expectOwnPlace } from './subject.service.ts'

/** Uploads a file that the record of a manual question may then refer to. @throws AppError location_not_found, and the errors of a file upload. */
export async function uploadVerificationFile(ctx: Context, session: Session, { locationId, ...packet }: Packet & { locationId: number }) {
  await ctx.inTx('read only', (tx) => expectOwnPlace(tx, session, locationId))
  return uploadEvidence(ctx, session, { about: `verification ${locationId}`, locationId }, packet)
}

export const readVerificationFile = (ctx: Context, session: Session, evidenceId: number) =>
  readEvidence(ctx, session, 'verification', evidenceId)
