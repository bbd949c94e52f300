import type { Evidence, License, LicenseFields, StateAuthorization } from '@seriatim/schema'
import { must, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { toDay } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { readPrepared } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { selectEvidence } from '../../file/evidence.joins.ts'
import { expectEvidence } from '../../file/evidence.service.ts'
import { collectPlaces, makeAuthorizations, selectOwnLocationStates } from '../partner-read.service.ts'
import { tradingPartnerErrors } from '../trading-partner.facts.ts'
import { findPartner } from '../trading-partner.queries.ts'
import { lockOwnPartner } from '../trading-partner.service.ts'
import { licenseStanding } from './authorization.rules.ts'
import {
  findLicense,
  insertLicense,
  type LicenseRecord,
  markLicenseRemoved,
  selectLicenseFiles,
  selectLicenses,
  updateLicense,
} from './license.queries.ts'

interface Answer {
  day: string
  states: StateAuthorization[]
  licenses: License[]
}

/**
 * Returns the partner's licenses and, for each U.S. state in which the caller has a location, whether the customer may buy from the partner there on
 * `day`, which is today or earlier (decision 52).
 */
export async function readAuthorization(
  tx: CustomerTx,
  session: Session,
  { tradingPartnerId, day = toDay(session.now, session.timeZone) }: { tradingPartnerId: number; day?: string | undefined },
): Promise<Answer> {
  const partner = await findPartner(tx, tradingPartnerId)
  if (!partner) throw new AppError(tradingPartnerErrors.partner_not_found)
  must(session, 'partner:read', partner.locationId)
  const { rows, places, files } = await readPrepared(tx, {
    rows: selectLicenses(tx, tradingPartnerId),
    places: selectOwnLocationStates(session),
    files: selectEvidence(tx, selectLicenseFiles(tx, tradingPartnerId)),
  })
  const { timeZone } = session
  return {
    day,
    states: makeAuthorizations(partner, rows, { places: collectPlaces(places, partner.locationId), day, timeZone }),
    licenses: rows.map((row) => asLicense(row, files, day)),
  }
}

function asLicense({ tradingPartnerId, stateName, stateCode, evidenceId, ...row }: LicenseRecord, files: Evidence[], day: string): License {
  return {
    ...row,
    state: stateName !== null && stateCode !== null ? { name: stateName, code: stateCode } : null,
    evidence: files.find((file) => file.id === evidenceId) ?? null,
    ...licenseStanding(row, day),
  }
}

/** @throws AppError license_days, partner_no_state. */
export async function addLicense(
  tx: CustomerTx,
  session: Session,
  { tradingPartnerId, ...fields }: LicenseFields & { tradingPartnerId: number },
): Promise<Answer> {
  await lockOwnPartner(tx, session, tradingPartnerId)
  expectDays(fields)
  await expectEvidence(tx, `partner ${tradingPartnerId}`, fields.evidenceId)
  await insertLicense(tx, tradingPartnerId, fields)
  await audit(tx, session, { action: 'partner.license', subject: 'partner', subjectId: tradingPartnerId, detail: licenseFacts(fields) })
  return readAuthorization(tx, session, { tradingPartnerId })
}

/**
 * Changes a partner's license, records the old and the new values in the audit trail, and returns the partner's new authorization.
 * @throws AppError license_not_found, license_days.
 */
export async function changeLicense(tx: CustomerTx, session: Session, { id, ...fields }: LicenseFields & { id: number }): Promise<Answer> {
  const known = await findLicense(tx, id)
  if (!known) throw new AppError(tradingPartnerErrors.license_not_found)
  await lockOwn(tx, session, known)
  expectDays(fields)
  await expectEvidence(tx, `partner ${known.tradingPartnerId}`, fields.evidenceId, known.evidenceId)
  await updateLicense(tx, id, fields)
  const before = Object.fromEntries(Object.keys(fields).map((name) => [name, known[name as keyof typeof known]])) // the fields of the form are named like those of the row
  const detail = { number: known.number, before, after: fields }
  await audit(tx, session, { action: 'partner.updateLicense', subject: 'partner', subjectId: known.tradingPartnerId, detail })
  return readAuthorization(tx, session, known)
}

export async function removeLicense(tx: CustomerTx, session: Session, { id, reason }: { id: number; reason: string }): Promise<Answer> {
  const known = await findLicense(tx, id)
  if (!known) throw new AppError(tradingPartnerErrors.license_not_found)
  await lockOwn(tx, session, known)
  await markLicenseRemoved(tx, id, { removedAt: session.now, removedById: session.userId, removeReason: reason })
  const detail = { kind: known.kind, number: known.number, reason }
  await audit(tx, session, { action: 'partner.removeLicense', subject: 'partner', subjectId: known.tradingPartnerId, detail })
  return readAuthorization(tx, session, known)
}

/**
 * Locks the partner to which a license belongs. If the caller may not see the partner, throws the same error as for a license that does not exist.
 */
async function lockOwn(tx: CustomerTx, session: Session, { tradingPartnerId }: LicenseRecord): Promise<void> {
  if (!(await findPartner(tx, tradingPartnerId))) throw new AppError(tradingPartnerErrors.license_not_found)
  await lockOwnPartner(tx, session, tradingPartnerId)
}

function expectDays({ validFrom, validTo }: LicenseFields): void {
  if (validTo !== null && validTo < validFrom) throw new AppError(tradingPartnerErrors.license_days, { facts: { field: 'validTo' } })
}

const licenseFacts = ({ kind, number, validFrom, validTo }: LicenseFields) => ({ kind, number, validFrom, validTo })
