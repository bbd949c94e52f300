import type { Agreement, AgreementFields } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { toDay } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { readPrepared } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { selectEvidence } from '../../file/evidence.joins.ts'
import { expectEvidence } from '../../file/evidence.service.ts'
import { licenseStanding } from '../license/authorization.rules.ts'
import { tradingPartnerErrors } from '../trading-partner.facts.ts'
import { findPartner } from '../trading-partner.queries.ts'
import { lockOwnPartner } from '../trading-partner.service.ts'
import {
  type AgreementRecord,
  findAgreement,
  insertAgreement,
  markAgreementRemoved,
  selectAgreementFiles,
  selectAgreements,
  updateAgreement,
} from './agreement.queries.ts'

/** Written agreements with a partner, newest first. @throws AppError partner_not_found. */
export async function readAgreements(tx: CustomerTx, session: Session, tradingPartnerId: number): Promise<Agreement[]> {
  const partner = await findPartner(tx, tradingPartnerId)
  if (!partner) throw new AppError(tradingPartnerErrors.partner_not_found)
  must(session, 'partner:read', partner.locationId)
  const { rows, files } = await readPrepared(tx, {
    rows: selectAgreements(tx, tradingPartnerId),
    files: selectEvidence(tx, selectAgreementFiles(tx, tradingPartnerId)),
  })
  const today = toDay(session.now, session.timeZone)
  return rows.map(({ tradingPartnerId: _, evidenceId, ...row }) => ({
    ...row,
    evidence: files.find((file) => file.id === evidenceId) ?? null,
    ...licenseStanding({ validFrom: row.signedOn, validTo: row.endsOn }, today),
  }))
}

/** @throws AppError partner_not_found, agreement_days, evidence_not_found. */
export async function addAgreement(
  tx: CustomerTx,
  session: Session,
  { tradingPartnerId, ...fields }: AgreementFields & { tradingPartnerId: number },
): Promise<Agreement[]> {
  await lockOwnPartner(tx, session, tradingPartnerId)
  expectDays(fields)
  await expectEvidence(tx, `partner ${tradingPartnerId}`, fields.evidenceId)
  await insertAgreement(tx, tradingPartnerId, fields)
  const { title, kind, signedOn, endsOn } = fields
  const detail = { title, kind, signedOn, endsOn }
  await audit(tx, session, { action: 'partner.agreement', subject: 'partner', subjectId: tradingPartnerId, detail })
  return readAgreements(tx, session, tradingPartnerId)
}

/** @throws AppError agreement_not_found, agreement_days, evidence_not_found. */
export async function changeAgreement(
  tx: CustomerTx,
  session: Session,
  { id, ...fields }: AgreementFields & { id: number },
): Promise<Agreement[]> {
  const known = await lockOwn(tx, session, id)
  expectDays(fields)
  await expectEvidence(tx, `partner ${known.tradingPartnerId}`, fields.evidenceId, known.evidenceId)
  await updateAgreement(tx, id, fields)
  const { title, kind, signedOn, endsOn, note } = known
  const detail = { title, before: { title, kind, signedOn, endsOn, note }, after: fields }
  await audit(tx, session, { action: 'partner.updateAgreement', subject: 'partner', subjectId: known.tradingPartnerId, detail })
  return readAgreements(tx, session, known.tradingPartnerId)
}

export async function removeAgreement(
  tx: CustomerTx,
  session: Session,
  { id, reason }: { id: number; reason: string },
): Promise<Agreement[]> {
  const known = await lockOwn(tx, session, id)
  await markAgreementRemoved(tx, id, { removedAt: session.now, removedById: session.userId, removeReason: reason })
  const detail = { title: known.title, reason }
  await audit(tx, session, { action: 'partner.removeAgreement', subject: 'partner', subjectId: known.tradingPartnerId, detail })
  return readAgreements(tx, session, known.tradingPartnerId)
}

/** Locks the agreement's partner and reads the agreement. To a caller who may not see the partner, the agreement does not exist. */
async function lockOwn(tx: CustomerTx, session: Session, id: number): Promise<AgreementRecord> {
  const known = await findAgreement(tx, id)
  if (!known || !(await findPartner(tx, known.tradingPartnerId))) throw new AppError(tradingPartnerErrors.agreement_not_found)
  await lockOwnPartner(tx, session, known.tradingPartnerId)
  return known
}

function expectDays({ signedOn, endsOn }: AgreementFields): void {
  if (endsOn !== null && endsOn < signedOn) throw new AppError(tradingPartnerErrors.agreement_days, { facts: { field: 'endsOn' } })
}
