import type { Ok } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { mayTakeBack } from '../../../call/access/undo-right.ts'
import { audit } from '../../../call/audit.ts'
import { coreErrors } from '../../../core/core.facts.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { recordTypedLots } from '../../recall/match/stock.service.ts'
import { medErrors } from '../med.facts.ts'
import { lockMedToVoid, voidMed } from './med-correct.queries.ts'

interface Made {
  createdById: number | null
  createdAt: Date
  locationId: number
  timeZone: string
  isEpcisGenerated: boolean
  voidedAt: Date | null
}

/**
 * Whether the caller may void a med, and whether a reason is required. Voiding needs a typed-in med that no document lists and that is not voided
 * yet, and the permission to undo its entry.
 */
export function voidRule(session: Session, med: Made): { mayVoid: boolean; needsReason: boolean } {
  const { may, needsReason } = mayTakeBack(session, med)
  return { mayVoid: may && !med.isEpcisGenerated && med.voidedAt === null, needsReason }
}

/**
 * Voids a typed-in med as a mistake. The med keeps its history and attachments, and is restored if somebody types it in again or a file lists it.
 *
 * @throws AppError pedigree_not_found, med_not_typed_in, med_voided, med_not_yours, reason_needed.
 */
export async function voidEnteredMed(
  tx: CustomerTx,
  session: Session,
  { medId, reason }: { medId: number; reason?: string | undefined },
): Promise<Ok> {
  const med = await lockMedToVoid(tx, medId)
  if (!med) throw new AppError(coreErrors.pedigree_not_found)
  must(session, 'med:write', med.locationId)
  if (med.isEpcisGenerated) throw new AppError(medErrors.med_not_typed_in)
  if (med.voidedAt) throw new AppError(medErrors.med_voided)
  const { mayVoid, needsReason } = voidRule(session, med)
  if (!mayVoid) throw new AppError(medErrors.med_not_yours)
  if (needsReason && !reason) throw new AppError(coreErrors.reason_needed)
  await voidMed(tx, medId, { voidedAt: session.now, voidedById: session.userId, voidReason: reason ?? null })
  await recordTypedLots(tx, { locationId: med.locationId, lots: [med.lotNumber] })
  await audit(tx, session, {
    action: 'med.void',
    subject: 'med',
    subjectId: medId,
    detail: { serialNumber: med.serialNumber, reason: reason ?? null },
  })
  return { ok: true }
}
