import type { Finding } from '@seriatim/epcis'
import { countFindings } from '@seriatim/schema'
import { dayOf } from '../../day.ts'
import type { CustomerTx } from '../../db/types.ts'
import { enqueue } from '../../jobs/queue.ts'
import { addBusinessDays, gravest, kindOf } from './exception.rules.ts'
import {
  findSettings,
  findTicketOf,
  findTicketZone,
  insertEntry,
  insertStatus,
  insertTicket,
  nextTicketNumber,
  placeStatuses,
  updateTicket,
} from './ticket.queries.ts'

export const USUAL_SETTINGS = { dueDays: 3, remindDays: 2 }

/** The day by which a ticket of today is due. */
export async function dueDayOf(tx: CustomerTx, locationId: number | null, now: Date): Promise<string> {
  const { dueDays } = (await findSettings(tx)) ?? USUAL_SETTINGS
  return addBusinessDays(dayOf(now, await findTicketZone(tx, locationId)), dueDays)
}

/** What the import knows of a document when it writes its findings down. */
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
 * One ticket for each document holds every finding (decision 28). A later import that makes the order resolves it.
 *
 * @returns the ticket's number; null where nothing was found.
 */
export async function keepFindings(tx: CustomerTx, by: { userId: number; now: Date }, judged: Judged): Promise<number | null> {
  const { documentId, locationId, isOrder, findings, truncated } = judged
  const known = await findTicketOf(tx, documentId)
  const worst = gravest(findings)
  const counts = countFindings(findings, truncated)
  const status = isOrder && known ? ('RESOLVED' as const) : ('OPEN' as const)
  const row = {
    locationId,
    orderId: isOrder ? documentId : null,
    currentErrorStatus: status,
    settledAt: status === 'OPEN' ? null : by.now,
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
          currentErrorType: worst.type as string,
          title: worst.message.slice(0, 300),
          otherTypes: new Set(findings.map((finding) => finding.type)).size - 1,
        }
      : {}),
  }
  if (known) {
    await updateTicket(tx, known.id, row)
    if (known.locationId === null && locationId !== null) await placeStatuses(tx, known.id, locationId)
    if (known.currentErrorStatus !== status) {
      const notes = status === 'RESOLVED' ? 'The order was made.' : 'Read again.'
      await insertStatus(tx, { documentExceptionId: known.id, locationId, createdById: by.userId, status, notes, at: by.now })
    }
    await queueReading(tx, known.id)
    return known.ticketNumber
  }
  if (!worst) return null
  const ticketNumber = await nextTicketNumber(tx)
  const documentExceptionId = await insertTicket(tx, {
    ...row,
    ...kindOf(worst.type),
    currentErrorType: worst.type,
    amounts: '{}',
    excerpts: '[]',
    ticketNumber,
    documentId,
    createdById: by.userId,
    createdAt: by.now,
    dueOn: await dueDayOf(tx, locationId, by.now),
  })
  await insertStatus(tx, { documentExceptionId, locationId, createdById: by.userId, status: 'OPEN', notes: null, at: by.now })
  const detail = { filename: judged.filename, meds: isOrder ? judged.amountOfMeds : null, findings: counts.all }
  await insertEntry(tx, { documentExceptionId, at: by.now, userId: null, kind: 'opened', detail })
  await queueReading(tx, documentExceptionId)
  return ticketNumber
}

/** The document's parts are read for the ticket's screen, apart from the import. */
function queueReading(tx: CustomerTx, documentExceptionId: number): Promise<void> {
  return enqueue(tx, 'exception.read', { documentExceptionId })
}
