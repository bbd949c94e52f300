import type { GuestPack, GuestPage, InspectionLink, LinkKind, NewInspectionLink } from '@seriatim/schema'
import { writeFullName } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import { type AuditAction, audit, auditNothing } from '../../call/audit.ts'
import type { Context } from '../../call/context.ts'
import { AppError } from '../../core/errors.ts'
import { newToken, tokenHash } from '../../core/secrets.ts'
import { withCustomer } from '../../db/customer-tx.ts'
import type { CustomerTx, Db, Guest } from '../../db/types.ts'
import { getCustomerName } from '../location/location.joins.ts'
import { inspectionLinkErrors } from './inspection-link.facts.ts'
import {
  findOpenLink,
  insertLink,
  type LinkRecord,
  lockLink,
  markLinkRevoked,
  markLinkUsed,
  selectLinks,
} from './inspection-link.queries.ts'

interface LinkSubject {
  kind: LinkKind
  subjectId: number
  /** Location of the med, answer or shipment to which the link leads. If the link leads to a pack, one of the pack's locations. */
  locationId: number | null
  expiresAt: Date
}

const toLink = ({ createdAt, expiresAt, revokedAt, lastUsedAt, ...row }: LinkRecord): InspectionLink => ({
  ...row,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  revokedAt: revokedAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/** Creates a link. The calling code must have checked the right to the subject. The token is in the returned path and nowhere else. */
export async function createLink(tx: CustomerTx, session: Session, subject: LinkSubject): Promise<NewInspectionLink> {
  const secret = newToken()
  const row = await insertLink(tx, {
    ...subject,
    tokenHash: tokenHash(secret),
    createdAt: session.now,
    createdById: session.userId,
    createdBy: writeFullName(session),
  })
  const { kind, subjectId, expiresAt } = subject
  await auditLink(tx, session, 'inspectionLink.create', row, { expiresAt: expiresAt.toISOString(), kind, subjectId })
  return { ...toLink(row), path: `/inspect/${session.customerId}-${secret}` }
}

const auditLink = (tx: CustomerTx, actor: Parameters<typeof audit>[1], action: AuditAction, { id }: { id: number }, detail = {}) =>
  audit(tx, actor, { action, subject: 'inspectionLink', subjectId: id, detail })

/** The links to a subject, newest first, with their uses. */
export async function listLinks(tx: CustomerTx, subject: { kind: LinkKind; subjectId: number }): Promise<InspectionLink[]> {
  return (await selectLinks(tx, subject)).map(toLink)
}

/**
 * Ends a link at once; an open page shows nothing when it reloads.
 *
 * @param expectRight checks the caller's right to the link's subject.
 * @throws AppError link_not_found
 */
export async function revokeLink(
  tx: CustomerTx,
  session: Session,
  { linkId, kind }: { linkId: number; kind: LinkKind },
  expectRight: (link: { subjectId: number; locationId: number | null }) => void,
): Promise<InspectionLink> {
  const link = await lockLink(tx, linkId)
  if (link?.kind !== kind) throw new AppError(inspectionLinkErrors.link_not_found)
  expectRight(link)
  if (link.revokedAt !== null) {
    auditNothing(session)
    return toLink(link)
  }
  const revoked = { revokedAt: session.now, revokedBy: writeFullName(session) }
  await markLinkRevoked(tx, linkId, revoked)
  await auditLink(tx, session, 'inspectionLink.revoke', link, { uses: link.uses })
  return toLink({ ...link, ...revoked })
}

type GuestParts = Pick<Context, 'notes' | 'now'> & { db: Db }

/**
 * Runs `work` in a read-only transaction that sees no more than the link's location, and counts the use if it found something.
 *
 * @throws AppError link_over for a token that is unknown, expired, revoked or another customer's, and if `work` finds nothing.
 */
async function useLink<T>(
  { db, notes, now }: GuestParts,
  token: string,
  action: AuditAction,
  work: (tx: CustomerTx, link: LinkRecord, guest: Guest) => Promise<T | undefined>,
): Promise<T> {
  const [, customer, secret] = /^(\d{1,15})-([\w-]{20,100})$/.exec(token) ?? []
  if (customer === undefined || secret === undefined) throw new AppError(inspectionLinkErrors.link_over)
  const customerId = Number(customer)
  const everywhere = { customerId, userId: null, scope: 'all', locationIds: [] } as const
  const link = await withCustomer(db, everywhere, 'read only', (tx) => findOpenLink(tx, tokenHash(secret), now))
  if (!link) throw new AppError(inspectionLinkErrors.link_over)
  const { locationId, subjectId, createdById: authorId } = link
  const scope = locationId === null ? everywhere : ({ ...everywhere, scope: 'some', locationIds: [locationId] } as const)
  const answer = await withCustomer(db, scope, 'read only', (tx) => work(tx, link, { customerId, locationId, subjectId, authorId, now }))
  if (answer === undefined) throw new AppError(inspectionLinkErrors.link_over)
  await withCustomer(db, { ...everywhere, isHurried: true }, 'read write', async (tx) => {
    const used = await markLinkUsed(tx, link.id, now)
    if (!used) throw new AppError(inspectionLinkErrors.link_over)
    await auditLink(tx, { now, userId: null, notes }, action, used, { uses: used.uses })
    if (used.kind === 'pack' && action === 'inspectionLink.download')
      await tx.listeners.guestTookPack?.(tx, { packId: used.subjectId, now })
  })
  return answer
}

/**
 * Opens a link for anyone who has it and returns what it shows. The content comes from the domain to which the linked subject belongs. @throws
 * AppError link_over.
 */
export function openLink(parts: GuestParts, token: string): Promise<GuestPage> {
  return useLink(parts, token, 'inspectionLink.use', async (tx, { kind, expiresAt }, guest): Promise<GuestPage | undefined> => {
    const head = { customerName: await getCustomerName(tx), expiresAt: expiresAt.toISOString() }
    if (kind === 'unit') {
      const unit = await tx.listeners.guestOpenedUnit?.(tx, guest)
      return unit && { kind, ...head, unit }
    }
    if (kind === 'shipment') {
      const shipment = await tx.listeners.guestOpenedShipment?.(tx, guest)
      return shipment && { kind, ...head, shipment }
    }
    const pack = await readGuestFile(tx, kind, guest)
    return pack && { kind: 'pack', ...head, pack }
  })
}

/** Opens the file to which a guest's link leads: a pack, or an answer, which has the same format as a pack. */
const readGuestFile = (tx: CustomerTx, kind: 'pack' | 'answer', guest: Guest) =>
  kind === 'answer' ? tx.listeners.guestOpenedAnswer?.(tx, guest) : tx.listeners.guestOpenedPack?.(tx, guest)

/** A file behind a link; its bytes are at `sha256` in the customer's storage. */
export type GuestFile = Pick<GuestPack, 'filename' | 'bytes' | 'sha256'> & { customerId: number; contentType: string }

/**
 * Returns the file that a guest downloads through a link to a pack, an answer or a shipment.
 * @param documentId the document to return, if the link is to a shipment.
 * @throws AppError link_over.
 */
export function openLinkFile(parts: GuestParts, token: string, documentId?: number): Promise<GuestFile> {
  return useLink(parts, token, 'inspectionLink.download', async (tx, { kind }, guest): Promise<GuestFile | undefined> => {
    const { customerId } = guest
    if (kind === 'unit') return undefined
    if (kind !== 'shipment') {
      const pack = await readGuestFile(tx, kind, guest)
      return pack && { ...pack, customerId, contentType: 'application/zip' }
    }
    const shipment = await tx.listeners.guestOpenedShipment?.(tx, guest)
    const file = shipment?.files.find(({ id }) => id === documentId)
    return file && { ...file, customerId }
  })
}
