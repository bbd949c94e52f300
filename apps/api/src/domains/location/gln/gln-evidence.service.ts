import type { Packet } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import type { Context } from '../../../call/context.ts'
import { AppError } from '../../../core/errors.ts'
import { readEvidence, uploadEvidence } from '../../file/evidence.service.ts'
import { locationErrors } from '../location.facts.ts'
import { readMyLocations } from '../location.service.ts'

/** Uploads a file that shows to whom the GLNs of a location belong. @throws AppError location_not_found, and the errors of `uploadEvidence`. */
export async function uploadGlnEvidence(
  ctx: Context,
  session: Session,
  { customerLocationId: locationId, ...packet }: Packet & { customerLocationId: number },
) {
  await ctx.inTx('read only', async (tx) => {
    if (!(await readMyLocations(tx, session)).some((location) => location.id === locationId))
      throw new AppError(locationErrors.location_not_found)
    must(session, 'gln:verify', locationId)
  })
  return uploadEvidence(ctx, session, { about: `location ${locationId}`, locationId }, packet)
}

export const readGlnEvidence = (ctx: Context, session: Session, evidenceId: number) => readEvidence(ctx, session, 'location', evidenceId)
