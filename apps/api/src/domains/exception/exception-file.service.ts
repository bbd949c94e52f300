import type { ExceptionSettings } from '@seriatim/schema'
import type { Session } from '../../access.ts'
import { audit } from '../../audit.ts'
import type { CustomerTx } from '../../db/types.ts'
import { USUAL_SETTINGS } from './due.service.ts'
import { saveSettings } from './exception.queries.ts'
import { readTicket } from './exception.service.ts'
import { findSettings } from './ticket.queries.ts'

/** A ticket as a file: all that its screen shows, for another program or for the record. @throws AppError exception_not_found. */
export async function downloadTicket(tx: CustomerTx, session: Session, documentExceptionId: number) {
  const ticket = await readTicket(tx, session, documentExceptionId)
  await audit(tx, session, {
    action: 'exception.download',
    subject: 'exception',
    subjectId: ticket.id,
    detail: { ticket: ticket.ticketNumber },
  })
  return {
    filename: `ticket-${ticket.ticketNumber}.json`,
    contentType: 'application/json',
    base64: Buffer.from(JSON.stringify(ticket, null, 2)).toString('base64'),
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
