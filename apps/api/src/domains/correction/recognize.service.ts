import type { CustomerTx } from '../../db/types.ts'
import { findTicketOfOrder } from '../exception/counter/counter-ticket.joins.ts'
import { listCorrections } from '../exception/ticket/corrections.joins.ts'
import { insertEntry } from '../exception/ticket/ticket.joins.ts'
import { findTicket, findTicketOrder } from '../exception/ticket/ticket-read.joins.ts'
import {
  countSharedSerials,
  findInUse,
  findOverlapping,
  insertCorrection,
  insertDifferences,
  listCorrectable,
  lockCorrectionOfUpload,
  type NewSide,
  updateCorrection,
} from './correction.queries.ts'

/** The import's data about a document that may correct an earlier one. */
export interface CorrectingDocument {
  uploadId: number
  /** The ticket that the document answers; null without one. */
  documentExceptionId: number | null
  senderGln: string | null
  locationId: number
  filename: string
  instanceIdentifier: string | null
  rejects: number
  warnings: number
  meds: number
  now: Date
}

/**
 * Finds the order that a staged document corrects. If the document arrived as the answer to a ticket, this is the ticket's order if the two share a
 * serial number. Otherwise, it is the faulty order of the same sender that shares the most serial numbers with the document, if these are at least
 * half of the order's or half of the document's.
 * @returns undefined if the document corrects no order.
 */
export async function findCorrected(
  tx: CustomerTx,
  candidate: CorrectingDocument,
  stage: () => Promise<void>,
): Promise<{ id: number; isAnswer: boolean } | undefined> {
  const { senderGln, locationId, documentExceptionId, meds } = candidate
  const ticket = documentExceptionId === null ? undefined : await findTicket(tx, documentExceptionId)
  const known = senderGln === null ? [] : await listCorrectable(tx, { senderGln, locationId })
  // If another file has replaced the ticket's order in the meantime, use the order that replaced it.
  const asked = ticket?.orderId == null ? null : ((await findInUse(tx, ticket.orderId)) ?? null)
  const ids = [...new Set([...(asked === null ? [] : [asked]), ...known])]
  if (!ids.length || meds === 0) return undefined
  await stage()
  const shared = await countSharedSerials(tx, ids, locationId)
  const answered = shared.find(({ id }) => id === asked)
  if (answered) return { id: answered.id, isAnswer: true }
  const [best] = shared
  return best && best.shared * 2 >= Math.min(best.meds, meds) ? { id: best.id, isAnswer: false } : undefined
}

/** Links a corrected document to the active order, and stores all differences between the two. Returns the id of the link. */
export async function linkCorrected(
  tx: CustomerTx,
  candidate: CorrectingDocument,
  { oldDocumentId, foundBy, side }: { oldDocumentId: number; foundBy: 'identifier' | 'serials' | 'answer'; side: NewSide },
): Promise<number> {
  const order = await findTicketOrder(tx, oldDocumentId)
  const own = await findTicketOfOrder(tx, oldDocumentId)
  const documentExceptionId = (await ticketOfOrder(tx, oldDocumentId, candidate.documentExceptionId)) ?? own?.id ?? null
  const before = await lockCorrectionOfUpload(tx, candidate.uploadId)
  if (before && (before.state === 'found' || before.state === 'replacing')) await updateCorrection(tx, before.id, { state: 'outdated' })
  const [overlap] = side === 'staged' ? await countSharedSerials(tx, [oldDocumentId], candidate.locationId) : []
  const id = await insertCorrection(tx, {
    locationId: candidate.locationId,
    oldDocumentId,
    uploadId: candidate.uploadId || null,
    newDocumentId: side === 'staged' ? null : side.documentId,
    documentExceptionId,
    foundAt: candidate.now,
    foundBy,
    state: 'found',
    filename: candidate.filename,
    instanceIdentifier: candidate.instanceIdentifier,
    rejects: candidate.rejects,
    warnings: candidate.warnings,
    medsOld: order?.amountOfMeds ?? 0,
    medsNew: candidate.meds,
    shared: overlap?.shared ?? 0,
    done: '{}',
  })
  await insertDifferences(tx, id, oldDocumentId, side)
  if (documentExceptionId !== null)
    await insertEntry(tx, {
      documentExceptionId,
      at: candidate.now,
      userId: null,
      kind: 'linked',
      detail: { what: `Corrected file received: ${candidate.filename}`, href: `/exceptions/corrections/${id}` },
    })
  return id
}

/**
 * Returns the ticket's id if the ticket is about this order, otherwise undefined. One email may ask about several orders, so a file that arrives as
 * an answer to one ticket may belong to the order of another.
 */
export async function ticketOfOrder(tx: CustomerTx, orderId: number, documentExceptionId: number | null): Promise<number | undefined> {
  const ticket = documentExceptionId === null ? undefined : await findTicket(tx, documentExceptionId)
  return ticket?.orderId === orderId ? ticket.id : undefined
}

/**
 * Links the order's new ticket to a corrected file that arrived before the ticket was opened: people may notice an error in the first file only after
 * its correction has arrived.
 */
export async function linkEarlier(
  tx: CustomerTx,
  { documentExceptionId, orderId, now }: { documentExceptionId: number; orderId: number; now: Date },
): Promise<void> {
  const other = await findOverlapping(tx, orderId)
  const order = await findTicketOrder(tx, orderId)
  if (!other || !order || order.voidedAt || other.shared * 2 < Math.min(order.amountOfMeds, other.meds)) return
  const known = await listCorrections(tx, { orderId, documentExceptionId })
  if (known.some(({ newDocumentId }) => newDocumentId === other.id)) return
  const document = await findTicketOfOrder(tx, other.id)
  const about = await findTicketOrder(tx, other.id)
  await linkCorrected(
    tx,
    {
      uploadId: 0,
      documentExceptionId,
      senderGln: null,
      locationId: order.locationId,
      filename: about?.filename ?? 'a later file',
      instanceIdentifier: about?.instanceIdentifier ?? null,
      rejects: document?.rejects ?? 0,
      warnings: document?.warnings ?? 0,
      meds: other.meds,
      now,
    },
    { oldDocumentId: orderId, foundBy: 'serials', side: { documentId: other.id } },
  )
}
