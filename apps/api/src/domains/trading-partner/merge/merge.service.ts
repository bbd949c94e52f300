import type { PartnerMerge, TradingPartner } from '@seriatim/schema'
import { may, must, type Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { DAY_MS } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { makePersonName } from '../../../core/text/person.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { moveEvidence } from '../../file/evidence.joins.ts'
import { readPartner } from '../partner-read.service.ts'
import { tradingPartnerErrors } from '../trading-partner.facts.ts'
import { findPartner, updatePartner } from '../trading-partner.queries.ts'
import { lockOwnPartner } from '../trading-partner.service.ts'
import {
  insertMerge,
  listGlnNoticeRows,
  listMerges,
  lockMerge,
  MOVED_PARTS,
  type Moved,
  markUndone,
  moveBack,
  moveGlnNoticesBack,
  moveParts,
} from './merge.queries.ts'

const UNDO_MS = DAY_MS

/** Locks both rows in a fixed order, so that concurrent merges queue instead of deadlocking. */
async function lockBoth(tx: CustomerTx, session: Session, keptId: number, mergedId: number) {
  const first = await lockOwnPartner(tx, session, Math.min(keptId, mergedId))
  const second = await lockOwnPartner(tx, session, Math.max(keptId, mergedId))
  return keptId < mergedId ? { kept: first, merged: second } : { kept: second, merged: first }
}

/**
 * Merges two entries for the same partner. GLNs (and with them orders and tickets), addresses, contacts, account numbers, licenses, agreements,
 * shipments, tracing requests, and the connections for files in both directions move to the kept entry. If the kept entry already has a part, such as
 * a GLN, the duplicate stays with the other entry, which is deactivated.
 * @throws AppError partner_not_found, partner_merge_itself, partner_merge_inactive, partner_merge_location.
 */
export async function mergePartners(
  tx: CustomerTx,
  session: Session,
  { id: keptId, mergedId }: { id: number; mergedId: number },
): Promise<TradingPartner> {
  if (keptId === mergedId) throw new AppError(tradingPartnerErrors.partner_merge_itself)
  const { kept, merged } = await lockBoth(tx, session, keptId, mergedId)
  if (kept.deactivatedAt || merged.deactivatedAt) throw new AppError(tradingPartnerErrors.partner_merge_inactive)
  // A partner of a single location cannot replace a partner of other locations, because their orders would be left without a partner.
  if (kept.locationId !== null && kept.locationId !== merged.locationId) throw new AppError(tradingPartnerErrors.partner_merge_location)
  const moved: Moved = {
    ...{ glns: [], addresses: [], contacts: [], accounts: [], licenses: [], agreements: [], told: [] },
    ...{ preferences: [], endpoints: [], shipments: [], recallNotices: [], tracingRequests: [], doors: [] },
    toldBefore: await listGlnNoticeRows(tx, mergedId),
    evidence: await moveEvidence(tx, { about: `partner ${mergedId}` }, { about: `partner ${keptId}`, locationId: kept.locationId }),
    type: kept.type === merged.type || kept.type === 'both' ? null : kept.type,
  }
  for (const part of MOVED_PARTS) moved[part] = await moveParts(tx, part, mergedId, keptId)
  if (moved.type) await updatePartner(tx, keptId, { type: 'both' })
  const reason = `Merged into ${kept.name}`
  await updatePartner(tx, mergedId, { deactivatedAt: session.now, deactivatedById: session.userId, deactivateReason: reason })
  await insertMerge(tx, { keptId, mergedId, moved, at: session.now, byId: session.userId })
  const counts = Object.fromEntries(MOVED_PARTS.map((part) => [part, moved[part].length]))
  await audit(tx, session, { action: 'partner.merge', subject: 'partner', subjectId: keptId, detail: { merged: merged.name, ...counts } })
  await audit(tx, session, { action: 'partner.deactivate', subject: 'partner', subjectId: mergedId, detail: { reason } })
  return readPartner(tx, session, keptId)
}

/**
 * Lists the merges in which this partner was kept or merged into another, without those that were undone.
 * @throws AppError partner_not_found.
 */
export async function readMerges(tx: CustomerTx, session: Session, id: number): Promise<PartnerMerge[]> {
  const partner = await findPartner(tx, id)
  if (!partner) throw new AppError(tradingPartnerErrors.partner_not_found)
  must(session, 'partner:read', partner.locationId)
  return (await listMerges(tx, id)).map((row) => {
    const undoUntil = new Date(row.at.getTime() + UNDO_MS)
    const isOwn = [row.keptLocationId, row.mergedLocationId].every((locationId) => may(session, 'partner:write', locationId))
    return {
      id: row.id,
      kept: { id: row.keptId, name: row.keptName },
      merged: { id: row.mergedId, name: row.mergedName },
      at: row.at.toISOString(),
      by: makePersonName(row),
      undoUntil: undoUntil.toISOString(),
      mayUndo: isOwn && session.now < undoUntil,
    }
  })
}

/**
 * Undoes a merge: moves the parts that the kept partner got from the merged partner, and still has, back to the merged partner, which becomes active
 * again. Parts that were added since the merge, and emails, stay with the kept partner.
 * @throws AppError merge_not_found, merge_final after a day, merge_newer if the kept partner has itself been merged into another.
 */
export async function undoMerge(tx: CustomerTx, session: Session, { id }: { id: number }): Promise<TradingPartner> {
  const merge = await lockMerge(tx, id)
  if (!merge || !(await findPartner(tx, merge.keptId)) || !(await findPartner(tx, merge.mergedId)))
    throw new AppError(tradingPartnerErrors.merge_not_found)
  const { keptId, mergedId, moved } = merge
  const { kept, merged } = await lockBoth(tx, session, keptId, mergedId)
  if (merge.undoneAt) throw new AppError(tradingPartnerErrors.merge_not_found)
  if (session.now.getTime() - merge.at.getTime() >= UNDO_MS) throw new AppError(tradingPartnerErrors.merge_final)
  if ((await listMerges(tx, keptId)).some((other) => other.mergedId === keptId)) throw new AppError(tradingPartnerErrors.merge_newer)
  for (const part of MOVED_PARTS) if (part !== 'told') await moveBack(tx, part, moved[part], keptId, mergedId)
  await moveGlnNoticesBack(tx, moved, keptId, mergedId)
  await moveEvidence(
    tx,
    { about: `partner ${keptId}`, ids: moved.evidence },
    { about: `partner ${mergedId}`, locationId: merged.locationId },
  )
  if (moved.type && kept.type === 'both') await updatePartner(tx, keptId, { type: moved.type })
  await updatePartner(tx, mergedId, { deactivatedAt: null, deactivatedById: null, deactivateReason: null })
  await markUndone(tx, id, { undoneAt: session.now, undoneById: session.userId })
  await audit(tx, session, { action: 'partner.undoMerge', subject: 'partner', subjectId: keptId, detail: { merged: merged.name } })
  await audit(tx, session, { action: 'partner.reactivate', subject: 'partner', subjectId: mergedId })
  return readPartner(tx, session, keptId)
}
