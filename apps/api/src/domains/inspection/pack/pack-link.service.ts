import type { GuestPack, InspectionLink, NewInspectionLink } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { DAY_MS, toDay } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import type { CustomerTx, Guest } from '../../../db/types.ts'
import { readPersonSession } from '../../auth/person/person.service.ts'
import { inspectionLinkErrors } from '../../inspection-link/inspection-link.facts.ts'
import { createLink, listLinks, revokeLink } from '../../inspection-link/inspection-link.service.ts'
import { packName } from './index.pdf.ts'
import { findPack, noteDownload } from './pack.queries.ts'
import { expectPack, mayAtPack, toPackFile } from './pack.service.ts'

/**
 * Creates a link that expires after `days` days, or when the pack's file is removed if that is sooner. @throws AppError pack_not_found,
 * pack_not_ready, pack_removed.
 */
export async function createPackLink(
  tx: CustomerTx,
  session: Session,
  { packId, days }: { packId: number; days: number },
): Promise<NewInspectionLink> {
  const pack = await expectPack(tx, session, packId, 'pack:make')
  toPackFile(pack)
  const until = session.now.getTime() + days * DAY_MS
  const expiresAt = new Date(Math.min(until, pack.keptUntil?.getTime() ?? until))
  // A link stores only one location, for checking the right to revoke it. Any location of the pack will do, because revoking requires the right at
  // all of them.
  const locationId = pack.locationIds[0] ?? null
  return createLink(tx, session, { kind: 'pack', subjectId: packId, locationId, expiresAt })
}

/** Lists the links to a pack with their uses, newest first. @throws AppError pack_not_found. */
export async function readPackLinks(tx: CustomerTx, session: Session, { packId }: { packId: number }): Promise<InspectionLink[]> {
  await expectPack(tx, session, packId, 'pack:read')
  return listLinks(tx, { kind: 'pack', subjectId: packId })
}

/** Revokes a link at once. @throws AppError pack_not_found, link_not_found. */
export async function endPackLink(
  tx: CustomerTx,
  session: Session,
  { packId, linkId }: { packId: number; linkId: number },
): Promise<InspectionLink> {
  await expectPack(tx, session, packId, 'pack:make')
  return revokeLink(tx, session, { linkId, kind: 'pack' }, ({ subjectId }) => {
    if (subjectId !== packId) throw new AppError(inspectionLinkErrors.link_not_found)
  })
}

/** The facts that a guest with a link sees about a pack; undefined once its file has been removed. */
export async function openPackForGuest(tx: CustomerTx, { customerId, subjectId, authorId, now }: Guest): Promise<GuestPack | undefined> {
  const pack = await findPack(tx, subjectId)
  const author = await readPersonSession(tx, { customerId, userId: authorId, timeZone: 'UTC', now })
  if (!pack || !author || !mayAtPack(author, pack, 'pack:make')) return undefined
  if (pack.state !== 'ready' || pack.removedAt !== null || pack.sha256 === null) return undefined
  const { filename, stored } = toPackFile(pack)
  const keptUntil = pack.keptUntil && toDay(pack.keptUntil, 'UTC')
  return { name: `${packName(pack.number)}, ${pack.askedBy}`, filename, bytes: stored.size, sha256: stored.sha256, keptUntil }
}

/** Records a guest's download, so that the list of packs shows it beside those of signed-in people. */
export const noteGuestDownload = (tx: CustomerTx, { packId, now }: { packId: number; now: Date }): Promise<void> =>
  noteDownload(tx, packId, { at: now, by: 'With a link' })
