import { toGtin14 } from '@seriatim/gs1'
import type { Page, Verification, VerificationDriver, VerificationSearch } from '@seriatim/schema'
import { may, must, type Session } from '../../call/access/access.ts'
import type { Deps } from '../../call/deps.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import { isDateKey, pageOf, readCursor } from '../../core/page.ts'
import type { CustomerTx } from '../../db/types.ts'
import { readSetting } from './setting/setting.service.ts'
import { findSubject } from './subject.queries.ts'
import { verificationErrors } from './verification.facts.ts'
import { findVerification, listVerifications, type VerificationRecord } from './verification.queries.ts'
import { describeAnswer } from './verification.rules.ts'

/** @param driver how the customer asks questions now. If it asks by hand, no retry is offered, because asking again makes a new record. */
function toVerification(session: Session, row: VerificationRecord, driver: VerificationDriver): Verification {
  const { askedAt, answeredAt, cause: _, line: __, ...rest } = row
  return {
    ...rest,
    askedAt: askedAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    says: describeAnswer(row),
    mayRetry: row.answer === 'unavailable' && row.isCurrent && driver !== 'manual' && may(session, 'verification:ask', row.locationId),
  }
}

/** Finds a question to a manufacturer for which the caller has the right. @throws AppError verification_not_found. */
export async function expectVerification(
  tx: CustomerTx,
  session: Session,
  id: number,
  right: 'verification:read' | 'verification:ask' = 'verification:read',
): Promise<VerificationRecord> {
  const row = await findVerification(tx, id)
  if (!row || !may(session, right, row.locationId)) throw new AppError(verificationErrors.verification_not_found)
  must(session, right, row.locationId)
  return row
}

export async function getVerification(
  tx: CustomerTx,
  session: Session,
  { verificationId }: { verificationId: number },
  deps: Pick<Deps, 'config'>,
): Promise<Verification> {
  const row = await expectVerification(tx, session, verificationId)
  return toVerification(session, row, (await readSetting(tx, deps)).driver)
}

/**
 * Verification questions that the caller may see, newest first. A search for one package (`medId`) lists all attempts; any other search lists only
 * the current attempt of each question.
 * @throws AppError pedigree_not_found.
 */
export async function searchVerifications(
  tx: CustomerTx,
  session: Session,
  { medId, ...search }: VerificationSearch,
  deps: Pick<Deps, 'config'>,
): Promise<Page<Verification>> {
  const unit = medId === undefined ? undefined : await expectUnit(tx, medId)
  if (unit === null) return { items: [], nextCursor: null }
  // A GTIN may be typed with fewer digits than are stored.
  const gtin = search.text && /^\d{8,14}$/.test(search.text) ? toGtin14(search.text) : undefined
  const text = gtin?.ok ? gtin.value : search.text
  const rows = await listVerifications(tx, { ...search, text }, unit, readCursor(search.cursor, isDateKey))
  const { driver } = await readSetting(tx, deps)
  const { items, nextCursor } = pageOf(rows, search.limit, (row): [string, number] => [row.askedAt.toISOString(), row.id])
  return { items: items.map((row) => toVerification(session, row, driver)), nextCursor }
}

/** GTIN and serial number of a med; null for a package without a GTIN, because nobody can be asked about it. */
async function expectUnit(tx: CustomerTx, medId: number): Promise<{ gtin: string; serialNumber: string } | null> {
  const med = await findSubject(tx, medId)
  if (!med) throw new AppError(coreErrors.pedigree_not_found)
  return med.gtin === null ? null : { gtin: med.gtin, serialNumber: med.serialNumber }
}
