import { isGln } from '@seriatim/gs1'
import type { Evidence, GlnDisposition, GlnRow, GlnSource, Ok } from '@seriatim/schema'
import { may, must, type Session } from '../../../call/access/access.ts'
import { audit, auditNothing } from '../../../call/audit.ts'
import { AppError } from '../../../core/errors.ts'
import { makePersonName } from '../../../core/text/person.ts'
import { readInOneQuery } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { selectEvidence } from '../../file/evidence.joins.ts'
import { expectEvidence } from '../../file/evidence.service.ts'
import { locationErrors } from '../location.facts.ts'
import { readMyLocations } from '../location.service.ts'
import { glnErrors } from './gln.facts.ts'
import {
  deleteGln,
  type GlnRecord,
  insertGln,
  insertVerification,
  listLocationGlns,
  lockGln,
  markUnverified,
  markVerified,
  selectDaysInUse,
  updateGln,
  withdrawVerification,
} from './gln.queries.ts'

export async function readMyGlns(tx: CustomerTx, session: Session): Promise<GlnRow[]> {
  return asRows(tx, session, await listLocationGlns(tx, session.scope === 'all' ? 'all' : session.locationIds))
}

async function asRows(tx: CustomerTx, session: Session, rows: GlnRecord[]): Promise<GlnRow[]> {
  const pending = rows.filter((row) => !row.isVerified).map((row) => row.globalLocationNumber)
  const found = await readInOneQuery(tx, {
    days: selectDaysInUse(pending, session.timeZone),
    files: selectEvidence(
      tx,
      rows.flatMap((row) => row.evidenceId ?? []),
    ),
  })
  const days = new Map(found.days.map((one) => [one.gln, one.days]))
  const files = new Map(found.files.map((file) => [file.id, file]))
  return rows.map((row) => ({
    ...row.entry,
    customerLocationId: row.locationId,
    customerLocationName: row.locationName,
    verification: row.at && row.checkedWhere !== null ? makeProof(row, row.at, row.checkedWhere, files) : null,
    withdrawnByOperator: row.isVerified ? null : row.operatorReason,
    daysInUse: days.get(row.globalLocationNumber) ?? 0,
    mayWrite: !row.isVerified && may(session, 'gln:write', row.locationId),
    mayVerify: may(session, 'gln:verify', row.locationId),
  }))
}

function makeProof(row: GlnRecord, at: Date, source: GlnSource, files: ReadonlyMap<number, Evidence>): NonNullable<GlnRow['verification']> {
  const evidence = (row.evidenceId !== null && files.get(row.evidenceId)) || null
  return { at: at.toISOString(), by: makePersonName(row), source, note: row.note, evidence }
}

type Written = GlnRow & { waiting: number[] }

async function written(tx: CustomerTx, session: Session, id: number, locationId: number, waiting: number[]): Promise<Written> {
  const rows = await listLocationGlns(tx, [locationId])
  const [row] = await asRows(
    tx,
    session,
    rows.filter((one) => one.id === id),
  )
  if (!row) throw new AppError(glnErrors.gln_not_found)
  return { ...row, waiting }
}

/**
 * Checks that the location is one of the caller's open locations and that the caller may change its GLNs.
 * @throws AppError location_not_found, also for a closed location.
 */
async function expectLocation(tx: CustomerTx, session: Session, locationId: number): Promise<void> {
  if (!(await readMyLocations(tx, session)).some((location) => location.id === locationId))
    throw new AppError(locationErrors.location_not_found)
  must(session, 'gln:write', locationId)
}

/** @throws AppError gln_invalid for a wrong check digit. */
function expectGln(gln: string, field: string): void {
  if (!isGln(gln)) throw new AppError(glnErrors.gln_invalid, { facts: { field } })
}

/**
 * Adds a GLN to a location. The GLN is pending until the customer admin confirms it. Uploads that could not be assigned to a location without this
 * GLN are imported at once (decision 29).
 * @throws AppError location_not_found, gln_invalid, gln_taken.
 */
export async function addGln(
  tx: CustomerTx,
  session: Session,
  input: { globalLocationNumber: string; customerLocationId: number; disposition: GlnDisposition },
): Promise<Written> {
  const { globalLocationNumber, customerLocationId: locationId, disposition } = input
  await expectLocation(tx, session, locationId)
  expectGln(globalLocationNumber, 'globalLocationNumber')
  const id = await insertGln(tx, { locationId, globalLocationNumber, disposition, createdAt: session.now })
  const waiting = await tx.listeners.glnAdded(tx, session, globalLocationNumber)
  const detail = { globalLocationNumber, disposition, locationId, waitingFiles: waiting.length }
  await audit(tx, session, { action: 'gln.add', subject: 'location', subjectId: locationId, detail })
  return written(tx, session, id, locationId, waiting)
}

/** Changes the number or the use of a GLN that nobody has confirmed yet. @throws AppError gln_not_found, gln_verified, gln_invalid, gln_taken. */
export async function changeGln(
  tx: CustomerTx,
  session: Session,
  input: { newGlobalLocationNumber: string; disposition: GlnDisposition; customerLocationId: number; globalLocationNumberId: number },
): Promise<Written> {
  const { newGlobalLocationNumber, disposition, customerLocationId: locationId, globalLocationNumberId: id } = input
  const gln = await lockPending(tx, session, id, locationId)
  expectGln(newGlobalLocationNumber, 'newGlobalLocationNumber')
  const before = { globalLocationNumber: gln.globalLocationNumber, disposition: gln.disposition }
  const after = { globalLocationNumber: newGlobalLocationNumber, disposition }
  if (before.globalLocationNumber === after.globalLocationNumber && before.disposition === after.disposition) auditNothing(session)
  else {
    await updateGln(tx, id, after)
    await audit(tx, session, { action: 'gln.update', subject: 'location', subjectId: locationId, detail: { before, after } })
  }
  const isOther = before.globalLocationNumber !== after.globalLocationNumber
  return written(tx, session, id, locationId, isOther ? await tx.listeners.glnAdded(tx, session, newGlobalLocationNumber) : [])
}

export async function removeGln(
  tx: CustomerTx,
  session: Session,
  { customerLocationId, globalLocationNumberId }: { customerLocationId: number; globalLocationNumberId: number },
): Promise<Ok> {
  const { globalLocationNumber, disposition } = await lockPending(tx, session, globalLocationNumberId, customerLocationId)
  await deleteGln(tx, globalLocationNumberId)
  const detail = { globalLocationNumber, disposition }
  await audit(tx, session, { action: 'gln.delete', subject: 'location', subjectId: customerLocationId, detail })
  return { ok: true }
}

/** @throws AppError gln_not_found, gln_verified (ROLE-024). */
async function lockPending(tx: CustomerTx, session: Session, id: number, locationId: number) {
  const gln = await lockGln(tx, id, locationId)
  if (!gln) throw new AppError(glnErrors.gln_not_found)
  must(session, 'gln:write', locationId)
  if (gln.isVerified) throw new AppError(glnErrors.gln_verified)
  return gln
}

/**
 * Records how the customer admin confirmed the GLN, with a file as evidence (decision 50). Neither the answer nor its delay reveals whether another
 * customer claims the GLN too: a job compares the claims later and notifies the operator.
 *
 * @throws AppError gln_not_found, gln_verified, evidence_not_found.
 */
export async function verifyGln(
  tx: CustomerTx,
  session: Session,
  input: { customerLocationId: number; globalLocationNumberId: number; source: GlnSource; note: string | null; evidenceId: number },
): Promise<Written> {
  const { customerLocationId: locationId, globalLocationNumberId: id, source, note, evidenceId } = input
  const gln = await lockGln(tx, id, locationId)
  if (!gln) throw new AppError(glnErrors.gln_not_found)
  must(session, 'gln:verify', locationId)
  if (gln.isVerified) throw new AppError(glnErrors.gln_verified)
  await expectEvidence(tx, `location ${locationId}`, evidenceId)
  await markVerified(tx, gln)
  await insertVerification(tx, {
    locationGlnId: id,
    locationId,
    checkedWhere: source,
    note,
    evidenceId,
    at: session.now,
    userId: session.userId,
  })
  await enqueue(tx, 'gln.compare', { globalLocationNumber: gln.globalLocationNumber })
  const detail = { globalLocationNumber: gln.globalLocationNumber, source, note }
  await audit(tx, session, { action: 'gln.verify', subject: 'location', subjectId: locationId, detail })
  return written(tx, session, id, locationId, [])
}

/** Withdraws the confirmation that a GLN belongs to the customer. @throws AppError gln_not_found, gln_not_verified. */
export async function withdrawGln(
  tx: CustomerTx,
  session: Session,
  input: { customerLocationId: number; globalLocationNumberId: number; reason: string },
): Promise<Written> {
  const { customerLocationId: locationId, globalLocationNumberId: id, reason } = input
  const gln = await lockGln(tx, id, locationId)
  if (!gln) throw new AppError(glnErrors.gln_not_found)
  must(session, 'gln:verify', locationId)
  if (!gln.isVerified) throw new AppError(glnErrors.gln_not_verified)
  await markUnverified(tx, gln)
  await withdrawVerification(tx, id, { withdrawnAt: session.now, withdrawnById: session.userId, withdrawReason: reason })
  const detail = { globalLocationNumber: gln.globalLocationNumber, reason }
  await audit(tx, session, { action: 'gln.withdraw', subject: 'location', subjectId: locationId, detail })
  return written(tx, session, id, locationId, [])
}
