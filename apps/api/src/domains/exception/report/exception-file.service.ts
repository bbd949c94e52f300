import type { ExceptionSettings } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { listItems, saveSettings } from '../exception.queries.ts'
import { readTicket } from '../exception.service.ts'
import { listPartItems } from '../reply/answer.queries.ts'
import { USUAL_SETTINGS } from '../ticket/due.service.ts'
import { findSettings } from '../ticket/ticket.queries.ts'

/** Maximum number of pages of a section, so that even the file of the largest document stays below the size limit of a response. */
const PAGES = 5000
const ITEMS = 100_000
/**
 * A file with at most this many rows is written as indented JSON. A larger one is compact JSON, which is half the size; nobody reads a file of that
 * size by eye.
 */
const READABLE = 10_000

/** Exports everything that the ticket's screen shows page by page, for another program or for the record. @throws AppError exception_not_found. */
export async function downloadTicket(tx: CustomerTx, session: Session, documentExceptionId: number) {
  const shown = await readTicket(tx, session, documentExceptionId)
  const details: Record<string, unknown> = { ...shown.details }
  let rows = 0
  for (const section of ['events', 'locationVocabulary', 'meds', 'medVocabulary'] as const) {
    const part = shown.details[section]
    if (!part) continue
    const items = await listPartItems(tx, documentExceptionId, section, PAGES)
    rows += items.length
    details[section] = { ...part, items }
  }
  const ticket = { ...shown, details, items: await listItems(tx, documentExceptionId, ITEMS) }
  await audit(tx, session, {
    action: 'exception.download',
    subject: 'exception',
    subjectId: ticket.id,
    detail: { ticket: ticket.ticketNumber },
  })
  return {
    filename: `ticket-${ticket.ticketNumber}.json`,
    contentType: 'application/json',
    base64: Buffer.from(JSON.stringify(ticket, null, rows > READABLE ? 0 : 2)).toString('base64'),
  }
}

export async function readSettings(tx: CustomerTx): Promise<ExceptionSettings> {
  return (await findSettings(tx)) ?? USUAL_SETTINGS
}

export async function changeSettings(tx: CustomerTx, session: Session, settings: ExceptionSettings) {
  const before = await readSettings(tx)
  await saveSettings(tx, settings)
  await audit(tx, session, { action: 'exception.settings', subject: 'customer', subjectId: null, detail: { before, ...settings } })
  return settings
}
