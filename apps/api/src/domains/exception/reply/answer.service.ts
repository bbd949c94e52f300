import { formatAmount } from '@seriatim/schema'
import type { CustomerTx } from '../../../db/types.ts'
import { countPending } from '../../hold/data-pending.joins.ts'
import { listDespatchAdvices } from '../ask/ask.queries.ts'
import { shippingNoticesInFile, unitsInFile } from '../document/file-units.service.ts'
import { countItems, listItems } from '../exception.queries.ts'
import { insertEntry } from '../ticket/ticket.joins.ts'
import { findDocumentTicket } from '../ticket/ticket.queries.ts'
import { findTicket, findTicketOrder, lockTicket, type Ticket } from '../ticket/ticket-read.joins.ts'
import { setStatus } from '../ticket/ticket-status.service.ts'
import { countNamed, markUnanswered, type Unit } from './answer.queries.ts'

/** An upload that arrived as the answer to a ticket. */
interface Answer {
  id: number
  /** The ticket that the upload answers; null if there is none. */
  documentExceptionId: number | null
  filename: string
  createdAt: Date
}

/**
 * Handles a file that answers a ticket and has become an order. The ticket closes by itself if the file is what we asked for: for a ticket without an
 * order, the file must share the identifier, PO number, shipping notice or a package with the faulty file; for a ticket about packages that no file
 * listed, the file must list all of them. Otherwise the ticket only notes that the file came, and a person decides.
 */
export async function resolveByOrder(
  tx: CustomerTx,
  answer: Answer,
  { documentId, now }: { documentId: number; now: Date },
): Promise<void> {
  const ticket = await findAskedTicket(tx, answer)
  if (ticket)
    await closeByAnswer(tx, ticket, {
      ...(await judgeAnswer(tx, ticket, documentId)),
      became: `${answer.filename} became an order`,
      documentId,
      answer,
      now,
    })
}

/**
 * Handles an answer that is the same file, byte for byte, as an existing order. If that is the order of the ticket itself, nothing was corrected; any
 * other order may be the requested one.
 */
export async function noteDuplicateAnswer(
  tx: CustomerTx,
  answer: Answer,
  { documentId, now }: { documentId: number; now: Date },
): Promise<void> {
  const ticket = await findAskedTicket(tx, answer)
  if (!ticket) return
  const { filename } = answer
  if (ticket.orderId !== documentId) {
    const judged = await judgeAnswer(tx, ticket, documentId)
    // An order that was already on file can close only a ticket from the counter, and must list that ticket's packages. A ticket about a file could
    // match such an order by the PO number alone, which proves nothing.
    const resolves = judged.resolves && ticket.counterKind !== null
    await closeByAnswer(tx, ticket, { ...judged, resolves, became: `${filename} is already on file as an order`, documentId, answer, now })
    if (judged.isAsked) return
  } else
    await noteAnswer(tx, ticket, now, {
      what: `${filename} is the same file as before. Nothing in it was corrected`,
      href: makeHref(documentId),
    })
  await waitAgain(tx, ticket, answer)
}

/**
 * If no order could be created from a file that answers a ticket, notes the reason on the ticket, which keeps waiting for an answer. `documentId` is
 * null if the file could not be read.
 */
export async function noteUnusableAnswer(
  tx: CustomerTx,
  answer: Answer,
  { documentId, why, now }: { documentId: number | null; why: string; now: Date },
): Promise<void> {
  const ticket = await findAskedTicket(tx, answer)
  if (!ticket) return
  const own = documentId === null ? undefined : await findDocumentTicket(tx, documentId)
  const what = `No order could be created from ${answer.filename}`
  if (own && own.id !== ticket.id)
    await noteAnswer(tx, ticket, now, { what: `${what}. Ticket ${own.ticketNumber} says why`, href: `/exceptions/${own.id}` }, why)
  else await noteAnswer(tx, ticket, now, { what }, why)
  await waitAgain(tx, ticket, answer)
}

const makeHref = (documentId: number) => `/orders/receive/${documentId}`

/**
 * Locks the ticket, so that nobody adds packages, places holds or closes the ticket in the meantime, and the second file of an email sees the outcome
 * of the first.
 */
async function findAskedTicket(tx: CustomerTx, { documentExceptionId }: Answer): Promise<Ticket | undefined> {
  if (documentExceptionId === null || !(await lockTicket(tx, documentExceptionId))) return undefined
  return findTicket(tx, documentExceptionId)
}

async function noteAnswer(
  tx: CustomerTx,
  { id }: Ticket,
  now: Date,
  detail: { what: string; href?: string },
  text: string | null = null,
): Promise<void> {
  await insertEntry(tx, { documentExceptionId: id, at: now, userId: null, kind: 'linked', text, detail })
}

async function waitAgain(tx: CustomerTx, { id, currentErrorStatus }: Ticket, answer: Answer): Promise<void> {
  if (currentErrorStatus !== 'OPEN') return
  await markUnanswered(tx, { documentExceptionId: id, uploadId: answer.id, sentAt: answer.createdAt })
}

interface Judged {
  /** Whether the file is the requested one. */
  isAsked: boolean
  /** Whether the ticket can be closed because of this answer without asking a person. */
  resolves: boolean
  /** Added to the sentence that says what the file became: the reason why it does not settle the ticket; empty if there is nothing to add. */
  but: string
}

interface Settling extends Judged {
  became: string
  documentId: number
  answer: Answer
  now: Date
}

async function closeByAnswer(tx: CustomerTx, ticket: Ticket, { resolves, but, became, documentId, answer, now }: Settling): Promise<void> {
  await noteAnswer(tx, ticket, now, { what: `${became}${but}`, href: makeHref(documentId) })
  if (!resolves || ticket.currentErrorStatus !== 'OPEN') return
  const notes =
    ticket.counterKind === null
      ? `An order was created from the corrected file ${answer.filename}.`
      : `The file ${answer.filename} lists every package of this ticket.`
  await setStatus(tx, { userId: null, now }, ticket, { status: 'RESOLVED', notes })
}

async function judgeAnswer(tx: CustomerTx, ticket: Ticket, documentId: number): Promise<Judged> {
  if (ticket.counterKind === 'unknownScan' || ticket.counterKind === 'overage') return judgeUnlisted(tx, ticket, documentId)
  if (ticket.orderId !== null) return { isAsked: false, resolves: false, but: '' }
  const resolves = await answers(tx, ticket, documentId)
  return {
    isAsked: resolves,
    resolves,
    but: resolves ? '' : ', but it has none of the packages, the PO number or the shipping notice of this ticket',
  }
}

/**
 * Judges a document as an answer to a ticket about packages that were scanned at the counter although no file listed them. The document resolves the
 * ticket if it is addressed to the ticket's location, lists all packages of the ticket, and none of the ticket's packages is on hold.
 */
async function judgeUnlisted(tx: CustomerTx, { id, locationId }: Ticket, documentId: number): Promise<Judged> {
  const total = await countItems(tx, id)
  if (total === 0) return { isAsked: false, resolves: false, but: '' }
  const order = await findTicketOrder(tx, documentId)
  const named = order?.locationId === locationId ? await countNamed(tx, documentId, await collectUnits(tx, { id })) : 0
  if (named === 0) return { isAsked: false, resolves: false, but: ', but it lists none of this ticket’s packages for this location' }
  if (named < total)
    return { isAsked: false, resolves: false, but: `, but it lists only ${named} of this ticket’s ${formatAmount(total, 'package')}` }
  // An answer does not release packages that a person put on hold: a person must do that.
  if ((await countPending(tx, id)) > 0)
    return {
      isAsked: true,
      resolves: false,
      but: ' and lists every package of this ticket. Packages are still on hold: resolve the ticket to release them',
    }
  return { isAsked: true, resolves: true, but: '' }
}

/**
 * Maximum number of packages to look up in a document, for the ticket's packages and for those of the ticket's file separately. The lookup may stop
 * there, because a single match is enough to recognize the document as an answer.
 */
const ASKED = 10_000

async function answers(tx: CustomerTx, ticket: Ticket, documentId: number): Promise<boolean> {
  const order = await findTicketOrder(tx, documentId)
  if (!order) return false
  if (ticket.instanceIdentifier !== null && ticket.instanceIdentifier === order.instanceIdentifier) return true
  if (ticket.poNumber !== null && order.purchaseOrderNumbers.includes(ticket.poNumber)) return true
  const advices = new Set(await shippingNoticesInFile(tx, ticket.id))
  if (advices.size > 0 && (await listDespatchAdvices(tx, documentId)).some((number) => advices.has(number))) return true
  return (await countNamed(tx, documentId, await collectUnits(tx, ticket))) > 0
}

async function collectUnits(tx: CustomerTx, { id }: Pick<Ticket, 'id'>): Promise<Unit[]> {
  const units = [...(await listItems(tx, id, ASKED)), ...(await unitsInFile(tx, id, ASKED))]
  return units.flatMap(({ gtin, serialNumber }) => (gtin && serialNumber ? [{ gtin, serialNumber }] : []))
}
