import { toGtin14 } from '@seriatim/gs1'
import type { VerificationProduct, VerificationQuestion } from '@seriatim/schema'
import { may, must, type Session } from '../../call/access/access.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { locationErrors } from '../location/location.facts.ts'
import { readLocationNames } from '../location/location.service.ts'
import { findSubject, listDeparted, listSubjects, type Subject } from './subject.queries.ts'
import { verificationErrors } from './verification.facts.ts'

/** A package whose GTIN is known, in its 14-digit form. */
export interface KnownSubject extends Subject {
  gtin: string
}

/**
 * The package that a question is about, either on file or typed in. Values that the input lacks are taken from the record on file.
 *
 * @throws AppError pedigree_not_found, location_not_found, verification_nothing_asked, verification_gtin_wrong.
 */
export async function readSubject(
  tx: CustomerTx,
  session: Session,
  question: Omit<VerificationQuestion, 'purpose'>,
): Promise<KnownSubject> {
  if (question.medId !== undefined) {
    const found = await findSubject(tx, question.medId)
    if (!found) throw new AppError(coreErrors.pedigree_not_found)
    must(session, 'verification:ask', found.locationId)
    if (found.gtin === null)
      throw new AppError(verificationErrors.verification_incomplete, {
        detail: 'This package has no GTIN on file. No manufacturer was contacted.',
      })
    return { ...found, gtin: found.gtin }
  }
  const { gtin, serialNumber, locationId, lotNumber = null, expirationDate = null } = question
  if (gtin === undefined || serialNumber === undefined || locationId === undefined)
    throw new AppError(verificationErrors.verification_nothing_asked)
  await expectOwnPlace(tx, session, locationId)
  const [subject] = await completeSubjects(tx, locationId, [{ gtin: expectGtin(gtin), serialNumber, lotNumber, expirationDate }])
  if (!subject) throw new AppError(verificationErrors.verification_nothing_asked)
  return subject
}

/** @throws AppError location_not_found, also for a location at which the caller lacks the right. */
export async function expectOwnPlace(tx: CustomerTx, session: Session, locationId: number): Promise<void> {
  if (!may(session, 'verification:ask', locationId) || !(await readLocationNames(tx)).has(locationId))
    throw new AppError(locationErrors.location_not_found)
  must(session, 'verification:ask', locationId)
}

/**
 * Converts a typed GTIN of 8, 12, 13 or 14 digits to 14 digits.
 * @throws AppError verification_gtin_wrong.
 */
export function expectGtin(text: string): string {
  const gtin = toGtin14(text.replace(/\s/g, ''))
  if (!gtin.ok) throw new AppError(verificationErrors.verification_gtin_wrong, { facts: { field: 'gtin' } })
  return gtin.value
}

/** Adds the name from the packages on file at the location, and lot and expiry if the input lacks them. */
export async function completeSubjects(tx: CustomerTx, locationId: number, items: readonly VerificationProduct[]): Promise<KnownSubject[]> {
  const serials = [...new Set(items.map(({ serialNumber }) => serialNumber))]
  const known = Map.groupBy(await listSubjects(tx, locationId, serials), ({ serialNumber }) => serialNumber)
  return items.map((item) => {
    const med = known.get(item.serialNumber)?.find(({ gtin }) => gtin === item.gtin)
    return {
      ...item,
      locationId,
      lotNumber: item.lotNumber ?? med?.lotNumber ?? null,
      expirationDate: item.expirationDate ?? med?.expirationDate ?? null,
      medName: med?.medName ?? null,
    }
  })
}

interface AskedUnit {
  locationId: number
  gtin: string
  serialNumber: string
}

/** Finds those of the packages that have left the location and have not come back, so the pharmacy cannot confirm that it has them. */
export async function findDeparted<Unit extends Omit<AskedUnit, 'locationId'>>(
  tx: CustomerTx,
  locationId: number,
  units: readonly Unit[],
): Promise<Set<Unit>> {
  const departed = await listDeparted(
    tx,
    locationId,
    units.map(({ serialNumber }) => serialNumber),
  )
  const keys = new Set(departed.map(({ gtin, serialNumber }) => `${gtin} ${serialNumber}`))
  return new Set(units.filter(({ gtin, serialNumber }) => keys.has(`${gtin} ${serialNumber}`)))
}

/**
 * Checks that the package has not left the location.
 * @throws AppError verification_departed if it has.
 */
export async function expectHere(tx: CustomerTx, unit: AskedUnit): Promise<void> {
  if ((await findDeparted(tx, unit.locationId, [unit])).size > 0) throw new AppError(verificationErrors.verification_departed)
}
