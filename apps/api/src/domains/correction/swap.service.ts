import { formatAmount } from '@seriatim/schema'
import { type Actor, audit } from '../../call/audit.ts'
import type { CustomerTx } from '../../db/types.ts'
import { findTicketOfOrder, moveCounterTickets } from '../exception/counter/counter-ticket.joins.ts'
import { openReceived } from '../exception/counter/open-ticket.service.ts'
import { holdUnresolvedFindings } from '../exception/counter/pending.service.ts'
import { insertEntry, updateTicket } from '../exception/ticket/ticket.joins.ts'
import { findTicket, lockTicket } from '../exception/ticket/ticket-read.joins.ts'
import { setStatus } from '../exception/ticket/ticket-status.service.ts'
import { countPending } from '../hold/data-pending.joins.ts'
import { placePending, releasePending, resumePending } from '../hold/data-pending.service.ts'
import { replaceOrder, restoreOrder } from '../order/change/replace.service.ts'
import { readAgain } from '../upload/corrected-upload.service.ts'
import { listAnsweredScans, listRivals, type lockCorrection, outdateComparedWith, updateCorrection } from './correction.queries.ts'
import { type PartSwaps, replaceParts, restoreParts } from './part-swap.service.ts'
import { ticketOfOrder } from './recognize.service.ts'

export type Correction = Omit<NonNullable<Awaited<ReturnType<typeof lockCorrection>>>, 'others'>

/** What a replacement changed besides the order, stored so that it can be undone. */
interface Done {
  /** Ids of the tickets that the replacement resolved. */
  resolved: number[]
  /** Id of the ticket that the replacement opened about received units that the corrected file does not list; null if it opened none. */
  opened: number | null
  /** Ids of the tickets whose "data pending" holds the replacement released. */
  held: number[]
  /** Ids of the holds that the replacement released. If the replacement is undone, they are placed again. */
  released: number[]
  /** Ids of the open counter tickets that moved from the replaced order to the new one; undoing the replacement moves them back. */
  moved: number[]
  /**
   * Ids of other proposed corrections of the same order whose files are already active orders. The replacement marks them as outdated; undoing the
   * replacement proposes them again.
   */
  outdated: number[]
  /** What the replacement did to the other orders of the two files; absent in older rows, from before a document could become several orders. */
  parts?: PartSwaps
  /** Whether the corrected file was already an active order, because it arrived before anybody noticed the error in the first file. */
  wasInUse: boolean
}

/** The person who decided to replace the order, even if a job carries out that decision later. */
export type Decider = Actor & { customerId: number; userId: number }

/**
 * Replaces an order with the corrected one, in the caller's transaction. Copies the receipts, resolves the tickets that the correction answers,
 * releases their holds, and opens a ticket about received units that the corrected file does not list (decision 63). Other proposed corrections of
 * the order become outdated; a file among them that is not an order yet is read again, so that it is compared with the new order.
 */
export async function replaceOrderAndTickets(tx: CustomerTx, by: Decider, correction: Correction, newDocumentId: number): Promise<void> {
  const { id, oldDocumentId, locationId, filename } = correction
  const reason = correction.reason ?? `Replaced by ${correction.instanceIdentifier ?? filename}`
  const { kept, only } = await replaceOrder(tx, by, { from: oldDocumentId, to: newDocumentId }, reason)
  const done: Done = {
    resolved: [],
    opened: null,
    held: [],
    released: [],
    moved: [],
    outdated: [],
    wasInUse: correction.newDocumentId !== null,
  }
  const own = await findTicketOfOrder(tx, oldDocumentId)
  for (const ticketId of await listAnsweredBy(tx, { ...correction, newDocumentId }))
    await resolveTickets(tx, by, ticketId, { filename, kept, done })
  done.moved = await moveCounterTickets(tx, { from: oldDocumentId, to: newDocumentId })
  if (only.length) {
    done.opened = await openUnlisted(tx, by, { orderId: newDocumentId, locationId, only, ...unlistedBy(filename) })
  }
  done.parts = await replaceParts(
    tx,
    by,
    { from: oldDocumentId, to: newDocumentId },
    {
      reason,
      resolve: (ticketId, amount) => resolveTickets(tx, by, ticketId, { filename, kept: amount, done }),
      unlisted: async (order, units) => void (await openUnlisted(tx, by, { ...order, only: units, ...unlistedBy(filename) })),
    },
  )
  await inherit(tx, own, newDocumentId)
  if (done.released.length) await holdUnresolvedFindings(tx, by, newDocumentId)
  for (const rival of await listRivals(tx, { id, oldDocumentId })) {
    await updateCorrection(tx, rival.id, { state: 'outdated' })
    if (rival.newDocumentId !== null) done.outdated.push(rival.id)
    else if (rival.uploadId !== null) await readAgain(tx, by, rival.uploadId, false)
  }
  await updateCorrection(tx, id, { state: 'replaced', newDocumentId, done: JSON.stringify(done) })
}

const unlistedBy = (filename: string) => ({
  words: `They were received from the first file. The corrected file ${filename} does not list them.`,
  reason: `Data pending: the corrected file ${filename} does not list the package`,
})

/**
 * Ids of the tickets that a corrected file settles: the ticket of the replaced order, the ticket about file content that this file was sent to
 * answer, and counter tickets whose scanned packages are all in the corrected file. A ticket about a damaged or wrong package is never included,
 * because no file can settle it.
 */
export async function listAnsweredBy(
  tx: CustomerTx,
  {
    id,
    oldDocumentId,
    newDocumentId,
    documentExceptionId,
  }: Pick<Correction, 'id' | 'oldDocumentId' | 'newDocumentId' | 'documentExceptionId'>,
): Promise<number[]> {
  const own = await findTicketOfOrder(tx, oldDocumentId)
  const asked = await ticketOfOrder(tx, oldDocumentId, documentExceptionId)
  const isOfFile = asked !== undefined && (await findTicket(tx, asked))?.counterKind === null
  const scans = await listAnsweredScans(tx, oldDocumentId, newDocumentId === null ? { correctionId: id } : { documentId: newDocumentId })
  return [...new Set([own?.id, isOfFile ? asked : undefined, ...scans].filter((one) => one !== undefined))]
}

interface Unlisted {
  orderId: number
  locationId: number
  only: Awaited<ReturnType<typeof replaceOrder>>['only']
  words: string
  reason: string
}

/**
 * Opens a ticket about received units that the corrected file does not list, and puts the units on hold until their data arrives. Returns the
 * ticket's id.
 */
async function openUnlisted(tx: CustomerTx, by: Decider, { orderId, locationId, only, words, reason }: Unlisted): Promise<number> {
  const { id, ticketNumber } = await openReceived(tx, by, orderId, only, words)
  await placePending(tx, by, {
    documentExceptionId: id,
    locationId,
    documentId: orderId,
    label: `Ticket ${ticketNumber}`,
    reason: reason.slice(0, 500),
    what: { medIds: only.map(({ medId }) => medId) },
  })
  return id
}

async function resolveTickets(
  tx: CustomerTx,
  by: Decider,
  ticketId: number,
  { filename, kept, done }: { filename: string; kept: number; done: Done },
) {
  const ticket = await lockTicket(tx, ticketId)
  if (!ticket) return
  if ((await countPending(tx, ticketId)) > 0) {
    done.held.push(ticketId)
    const { holdIds } = await releasePending(tx, by, { documentExceptionId: ticketId, reason: `The corrected file ${filename} arrived` })
    done.released.push(...holdIds)
  }
  const detail = { what: `replaced the file with ${filename}: ${formatAmount(kept, 'receipt')} kept` }
  await insertEntry(tx, { documentExceptionId: ticketId, at: by.now, userId: by.userId, kind: 'replaced', detail })
  if (ticket.currentErrorStatus !== 'OPEN') return
  done.resolved.push(ticketId)
  await setStatus(tx, by, ticket, { status: 'RESOLVED', notes: `The corrected file ${filename} replaced the original file.` })
}

/** If the corrected file has errors too, assigns its ticket to the person who owned the old file's ticket. */
async function inherit(tx: CustomerTx, own: { ownerId: number | null } | undefined, newDocumentId: number): Promise<void> {
  const next = await findTicketOfOrder(tx, newDocumentId)
  if (next && next.ownerId === null && own && own.ownerId !== null) await updateTicket(tx, next.id, { ownerId: own.ownerId })
}

/** Undoes a replacement; receipts made since then are kept. @throws AppError order_voided if the corrected order has been replaced or voided. */
export async function undoOrderReplacement(tx: CustomerTx, by: Decider, correction: Correction, newDocumentId: number): Promise<void> {
  const { id, oldDocumentId, filename } = correction
  const done = correction.done as Done // the code above wrote it
  const reason = `The replacement by ${filename} was undone`
  const pair = { from: oldDocumentId, to: newDocumentId }
  const unlisted = {
    words: `They were received from the corrected file ${filename}, whose replacement was undone. The first file does not list them.`,
    reason: 'Data pending: the first file does not list it',
  }
  if (done.parts) {
    const open = async (order: { orderId: number; locationId: number }, units: Unlisted['only']) =>
      void (await openUnlisted(tx, by, { ...order, only: units, ...unlisted }))
    await restoreParts(tx, by, done.parts, { newDocumentId, reason, isToInUse: done.wasInUse, unlisted: open })
  }
  const { only } = await restoreOrder(tx, by, pair, { reason, isToInUse: done.wasInUse })
  if (only.length) await openUnlisted(tx, by, { orderId: oldDocumentId, locationId: correction.locationId, only, ...unlisted })
  const own = done.wasInUse ? undefined : await findTicketOfOrder(tx, newDocumentId)
  if (own) await releasePending(tx, by, { documentExceptionId: own.id, reason })
  await resumePending(tx, by, done.released, reason)
  if (done.opened !== null) {
    await releasePending(tx, by, { documentExceptionId: done.opened, reason })
    const opened = await lockTicket(tx, done.opened)
    if (opened?.currentErrorStatus === 'OPEN') await setStatus(tx, by, opened, { status: 'CLOSED', notes: reason, reason: 'withdrawn' })
  }
  await moveCounterTickets(tx, { from: newDocumentId, to: oldDocumentId, only: done.moved })
  for (const ticketId of done.resolved) {
    const ticket = await lockTicket(tx, ticketId)
    if (ticket?.currentErrorStatus === 'RESOLVED') await setStatus(tx, by, ticket, { status: 'OPEN', notes: reason })
  }
  for (const ticketId of new Set([...done.resolved, ...done.held]))
    await insertEntry(tx, {
      documentExceptionId: ticketId,
      at: by.now,
      userId: by.userId,
      kind: 'restored',
      detail: { what: 'undid the replacement' },
    })
  await updateCorrection(tx, id, { state: 'undone' })
  // The replacement made other corrected files of the old order outdated; these are offered again. Files that were compared with the new order are
  // read again, because the old order counts now.
  for (const rival of done.outdated) await updateCorrection(tx, rival, { state: 'found' })
  for (const uploadId of await outdateComparedWith(tx, newDocumentId)) await readAgain(tx, by, uploadId, false)
  const detail = { documentId: oldDocumentId, instead: newDocumentId, filename }
  await audit(tx, by, { action: 'exception.undoReplace', subject: 'document', subjectId: oldDocumentId, detail })
}
