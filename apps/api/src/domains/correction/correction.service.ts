import type { Correction, CorrectionUnits } from '@seriatim/schema'
import { may, must, type Session } from '../../call/access/access.ts'
import { audit } from '../../call/audit.ts'
import { DAY_MS } from '../../core/day.ts'
import { AppError } from '../../core/errors.ts'
import { makePersonName } from '../../core/text/person.ts'
import type { CustomerTx } from '../../db/types.ts'
import { exceptionErrors } from '../exception/exception.facts.ts'
import { countFreedBy } from '../hold/data-pending.joins.ts'
import { findLastReceiver } from '../order/change/replace.service.ts'
import { readAgain, setIgnored } from '../upload/corrected-upload.service.ts'
import {
  type CorrectionRow,
  findCorrection,
  findPlaceOfUpload,
  listGroups,
  listOtherLocations,
  listUnits,
  lockCorrection,
  lockCorrectionOfUpload,
  updateCorrection,
} from './correction.queries.ts'
import { listAnsweredBy, replaceOrderAndTickets, undoOrderReplacement } from './swap.service.ts'

/** A person who scanned within this time is assumed to be still receiving. */
const RECEIVING_MS = 10 * 60_000
const SHOWN = 100

async function mustFindCorrection(tx: CustomerTx, session: Session, correctionId: number): Promise<CorrectionRow> {
  const row = await findCorrection(tx, correctionId)
  if (!row) throw new AppError(exceptionErrors.correction_not_found)
  must(session, 'exception:read', row.locationId)
  return row
}

/**
 * Returns the data for the page about a correction: both files, their differences in groups, and the effect of replacing the old order.
 * @throws AppError correction_not_found.
 */
export async function readCorrection(tx: CustomerTx, session: Session, correctionId: number): Promise<Correction> {
  const row = await mustFindCorrection(tx, session, correctionId)
  const groups = await listGroups(tx, correctionId)
  const receiving = await findLastReceiver(tx, row.oldDocumentId, new Date(session.now.getTime() - RECEIVING_MS))
  const sum = (kind: string, of: 'amount' | 'received') =>
    groups.filter((group) => group.kind === kind).reduce((total, group) => total + group[of], 0)
  const goneReceived = sum('gone', 'received')
  const undoUntil = row.state === 'replaced' && row.decidedAt ? new Date(row.decidedAt.getTime() + DAY_MS) : null
  return {
    id: row.id,
    state: row.state,
    documentExceptionId: row.documentExceptionId,
    foundBy: row.foundBy,
    senderName: row.senderName,
    purchaseOrderNumbers: row.purchaseOrderNumbers,
    old: {
      documentId: row.oldDocumentId,
      filename: row.oldFilename,
      identifier: row.oldIdentifier,
      cameAt: row.oldAt.toISOString(),
      rejects: row.oldRejects ?? 0,
      warnings: row.oldWarnings ?? 0,
      meds: row.medsOld,
    },
    corrected: {
      documentId: row.newDocumentId,
      filename: row.filename,
      identifier: row.instanceIdentifier,
      cameAt: (row.cameAt ?? row.foundAt).toISOString(),
      rejects: row.rejects,
      warnings: row.warnings,
      meds: row.medsNew,
    },
    shared: row.shared,
    same: row.medsOld - sum('gone', 'amount') - sum('changed', 'amount'),
    groups,
    does: {
      receiptsStay: row.amountReceived - goneReceived,
      held: await countFreedBy(tx, await listAnsweredBy(tx, row)),
      toReceive: row.medsNew - (row.amountReceived - goneReceived),
      goneReceived,
    },
    isWorse: row.rejects > (row.oldRejects ?? 0),
    receiving: receiving
      ? {
          firstName: receiving.firstName,
          lastName: receiving.lastName,
          at: receiving.at.toISOString(),
          isMe: receiving.userId === session.userId,
        }
      : null,
    decided: row.decidedAt ? { at: row.decidedAt.toISOString(), by: makePersonName(row), reason: row.reason } : null,
    undoUntil: undoUntil && undoUntil > session.now ? undoUntil.toISOString() : null,
    mayDecide: may(session, 'order:settle', row.locationId),
  }
}

/** One page of the units in the comparison of a corrected file with the first one. @throws AppError correction_not_found. */
export async function readUnits(
  tx: CustomerTx,
  session: Session,
  { correctionId, kind, fields, cursor }: { correctionId: number; kind?: string | undefined; fields?: string | undefined; cursor: number },
): Promise<CorrectionUnits> {
  await mustFindCorrection(tx, session, correctionId)
  const rows = await listUnits(tx, { correctionId, kind, fields, after: cursor, limit: SHOWN + 1 })
  const items = rows.slice(0, SHOWN).map((row) => ({ ...row, receivedAt: row.receivedAt?.toISOString() ?? null }))
  return { items, next: rows.length > SHOWN ? (items.at(-1)?.n ?? null) : null }
}

async function mustDecide(tx: CustomerTx, session: Session, correctionId: number) {
  const row = await lockCorrection(tx, correctionId)
  if (!row) throw new AppError(exceptionErrors.correction_not_found)
  must(session, 'order:settle', row.locationId)
  return row
}

/**
 * Replaces the first file with the corrected one. If the corrected file is not an order yet, its import is queued. Until it becomes an order, people
 * receive with the first file's order, so that no scan is lost.
 * @throws AppError correction_not_found, correction_settled, correction_replacing; correction_elsewhere if the file ships the goods to another
 * location; correction_parts_elsewhere if the first file also became orders at locations where the caller may not decide.
 */
export async function replaceByCorrected(
  tx: CustomerTx,
  session: Session,
  { correctionId, reason }: { correctionId: number; reason?: string | undefined },
) {
  const row = await mustDecide(tx, session, correctionId)
  if (row.state !== 'found') throw new AppError(exceptionErrors.correction_settled)
  if (row.others.some(({ state }) => state === 'replacing')) throw new AppError(exceptionErrors.correction_replacing)
  const places = await listOtherLocations(tx, row.oldDocumentId)
  if (!places.every((id) => may(session, 'order:settle', id))) throw new AppError(exceptionErrors.correction_parts_elsewhere)
  const place = row.uploadId === null ? null : await findPlaceOfUpload(tx, row.uploadId)
  if (place !== null && place !== row.locationId) throw new AppError(exceptionErrors.correction_elsewhere)
  const decided = { decidedAt: session.now, decidedById: session.userId, reason: reason ?? null }
  await updateCorrection(tx, row.id, { ...decided, state: 'replacing' })
  const detail = { documentId: row.oldDocumentId, filename: row.filename, reason: reason ?? null }
  await audit(tx, session, { action: 'exception.replace', subject: 'document', subjectId: row.oldDocumentId, detail })
  if (row.newDocumentId !== null) await replaceOrderAndTickets(tx, session, { ...row, ...decided }, row.newDocumentId)
  else if (row.uploadId !== null) await readImportAgain(tx, session, row.uploadId, { isSettled: true })
  return { ok: true as const }
}

/** Decides that the first file still counts; the corrected file becomes a separate order (`kept`) or does not count at all (`ignored`). */
export async function keepFirstFile(
  tx: CustomerTx,
  session: Session,
  { correctionId, isIgnored }: { correctionId: number; isIgnored: boolean },
) {
  const row = await mustDecide(tx, session, correctionId)
  if (row.state !== 'found') throw new AppError(exceptionErrors.correction_settled)
  const state = isIgnored ? ('ignored' as const) : ('kept' as const)
  await updateCorrection(tx, row.id, { state, decidedAt: session.now, decidedById: session.userId })
  const detail = { documentId: row.oldDocumentId, filename: row.filename, state }
  await audit(tx, session, { action: 'exception.keep', subject: 'document', subjectId: row.oldDocumentId, detail })
  if (row.uploadId !== null && row.newDocumentId === null)
    await readImportAgain(tx, session, row.uploadId, { isSettled: !isIgnored, isIgnored })
  return { ok: true as const }
}

/**
 * Undoes a replacement that is less than a day old; receipts made since then are kept.
 *
 * @throws AppError correction_not_found, correction_not_undone.
 */
export async function undoReplacement(tx: CustomerTx, session: Session, { correctionId }: { correctionId: number }) {
  const row = await mustDecide(tx, session, correctionId)
  const isInTime = row.decidedAt !== null && session.now.getTime() < row.decidedAt.getTime() + DAY_MS
  if (row.state !== 'replaced' || !isInTime || row.newDocumentId === null) throw new AppError(exceptionErrors.correction_not_undone)
  await undoOrderReplacement(tx, session, row, row.newDocumentId)
  return { ok: true as const }
}

/**
 * Settles the waiting correction of an upload as the user chose in the list of uploads. Returns false if no correction of this upload waits for a
 * decision.
 */
export async function settleByUpload(
  tx: CustomerTx,
  session: Session,
  { uploadId, choice, reason }: { uploadId: number; choice: 'keep' | 'replace' | 'ignore'; reason: string },
): Promise<boolean> {
  const row = await lockCorrectionOfUpload(tx, uploadId)
  if (row?.state !== 'found') return false
  if (choice === 'replace') await replaceByCorrected(tx, session, { correctionId: row.id, reason })
  else await keepFirstFile(tx, session, { correctionId: row.id, isIgnored: choice === 'ignore' })
  return true
}

/** After a decision about a corrected file: queues its upload to be read again or, with `isIgnored`, marks the upload as ignored. */
function readImportAgain(
  tx: CustomerTx,
  session: Pick<Session, 'customerId' | 'now'>,
  uploadId: number,
  { isSettled, isIgnored = false }: { isSettled: boolean; isIgnored?: boolean },
): Promise<void> {
  return isIgnored ? setIgnored(tx, session, uploadId) : readAgain(tx, session, uploadId, isSettled)
}
