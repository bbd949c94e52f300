import type { Finding } from '@seriatim/epcis'
import { countFindings, type ExceptionStatus } from '@seriatim/schema'
import type { CustomerTx } from '../../../db/types.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { mostSevere, ticketKind } from '../exception.rules.ts'
import { findDueDay } from '../ticket/due.service.ts'
import { insertEntry, updateTicket } from '../ticket/ticket.joins.ts'
import { findDocumentTicket, insertStatus, insertTicket, nextTicketNumber, placeStatuses } from '../ticket/ticket.queries.ts'
import { setStatus } from '../ticket/ticket-status.service.ts'

/** Facts about a document that the import has established when it stores the document's findings. */
export interface Judged {
  documentId: number
  locationId: number | null
  isOrder: boolean
  sender: string | null
  senderGln: string | null
  recipient: string | null
  instanceIdentifier: string | null
  poNumber: string | null
  filename: string
  amountOfMeds: number
  findings: readonly Finding[]
  truncated: Readonly<Record<string, number>>
}

/**
 * Stores all findings of a document in one ticket (decision 28). The ticket is resolved when a later import of the document creates the order
 * (decision 29).
 * @returns the ticket's number; null if there are no findings.
 */
export async function keepFindings(tx: CustomerTx, by: { userId: number | null; now: Date }, judged: Judged): Promise<number | null> {
  const { documentId, locationId, isOrder, findings, truncated } = judged
  const known = await findDocumentTicket(tx, documentId)
  const worst = mostSevere(findings)
  const counts = countFindings(findings, truncated)
  const row = {
    locationId,
    orderId: isOrder ? documentId : null,
    sender: judged.sender,
    senderGln: judged.senderGln,
    recipient: judged.recipient,
    instanceIdentifier: judged.instanceIdentifier,
    poNumber: judged.poNumber,
    rejects: counts.reject,
    warnings: counts.warn,
    findings: JSON.stringify(findings),
    truncated: JSON.stringify(truncated),
    readAt: null,
    ...(worst
      ? {
          currentErrorType: worst.type,
          title: worst.message.slice(0, 300),
          otherTypes: new Set(findings.map((finding) => finding.type)).size - 1,
        }
      : {}),
  }
  if (known) {
    await updateTicket(tx, known.id, row)
    if (known.locationId === null && locationId !== null) await placeStatuses(tx, known.id, locationId)
    await noteImportOutcome(tx, by, { ...known, locationId }, isOrder)
    await queueReading(tx, known.id)
    return known.ticketNumber
  }
  if (!worst) return null
  const ticketNumber = await nextTicketNumber(tx)
  const documentExceptionId = await insertTicket(tx, {
    ...row,
    ...ticketKind(worst.type),
    currentErrorType: worst.type,
    currentErrorStatus: 'OPEN',
    amounts: '{}',
    excerpts: '[]',
    ticketNumber,
    documentId,
    createdById: by.userId,
    createdAt: by.now,
    dueOn: await findDueDay(tx, locationId, by.now),
  })
  await insertStatus(tx, { documentExceptionId, locationId, createdById: by.userId, status: 'OPEN', notes: null, at: by.now })
  await tx.listeners.ticketStatusSet?.(tx, { documentExceptionId, locationId, status: 'OPEN', at: by.now })
  const detail = { filename: judged.filename, meds: isOrder ? judged.amountOfMeds : null, findings: counts.all }
  await insertEntry(tx, { documentExceptionId, at: by.now, userId: null, kind: 'opened', detail })
  await queueReading(tx, documentExceptionId)
  return ticketNumber
}

/** Resolves an open ticket when a later import creates the order. A ticket that a person has ended stays as it is and gets a note. */
async function noteImportOutcome(
  tx: CustomerTx,
  by: { userId: number | null; now: Date },
  ticket: { id: number; locationId: number | null; currentErrorStatus: ExceptionStatus },
  isOrder: boolean,
): Promise<void> {
  if (ticket.currentErrorStatus === 'OPEN') {
    if (isOrder) await setStatus(tx, by, ticket, { status: 'RESOLVED', notes: 'The order was created.' })
    return
  }
  const what = isOrder ? 'The file was read again and the order was created' : 'The file was read again; no order could be created'
  await insertEntry(tx, { documentExceptionId: ticket.id, at: by.now, userId: null, kind: 'linked', detail: { what } })
}

/** Queues a separate job that reads the document's parts for the ticket's screen. */
function queueReading(tx: CustomerTx, documentExceptionId: number): Promise<void> {
  return enqueue(tx, 'exception.read', { documentExceptionId })
}
