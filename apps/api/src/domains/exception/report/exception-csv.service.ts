import { EXCEPTION_CATEGORIES, EXCEPTION_STATUSES, type ExceptionFilters, NO_ERROR_TYPE, typeOrKind, writeFullName } from '@seriatim/schema'
import type { Session } from '../../../call/access/access.ts'
import { audit } from '../../../call/audit.ts'
import { toDay, wallClock } from '../../../core/day.ts'
import { AppError } from '../../../core/errors.ts'
import { CSV_START, makeCsv } from '../../../core/text/csv.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { medErrors } from '../../med/med.facts.ts'
import { searchTickets } from '../exception.service.ts'

const BATCH = 1000
/** Maximum number of rows of the file. Spreadsheets struggle with more, so the user is asked to narrow the search. */
const CSV_ROWS = 100_000

/**
 * Writes every ticket that the search finds as a row, newest first.
 *
 * @throws AppError export_too_large
 */
export async function writeTickets(
  tx: CustomerTx,
  session: Session,
  filters: Omit<ExceptionFilters, 'limit' | 'cursor'>,
): Promise<{ filename: string; text: string }> {
  const asked = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''))
  await audit(tx, session, { action: 'exception.list', subject: 'exception', subjectId: null, detail: asked })
  const clock = wallClock(session.timeZone)
  const at = (instant: string | null) => (instant === null ? null : clock(new Date(instant)))
  const head = ['Ticket #', 'Sender', 'Receiver', 'What is wrong', 'Error', 'Other errors', 'Kind', 'Status', 'Identifier', 'PO Number']
  const times = [`Date Created (${session.timeZone})`, 'Owner', 'Due', 'Asked', 'Answered']
  const parts = [CSV_START, makeCsv([[...head, ...times]])]
  let rows = 0
  for (let cursor: string | undefined; ; ) {
    const page = await searchTickets(tx, session, { ...filters, limit: BATCH, cursor })
    rows += page.items.length
    if (rows >= CSV_ROWS && page.nextCursor !== null) throw new AppError(medErrors.export_too_large)
    parts.push(
      makeCsv(
        page.items.map((row) => [
          row.ticketNumber,
          row.sender,
          row.recipient,
          row.title,
          row.currentErrorType === NO_ERROR_TYPE && row.counterKind ? typeOrKind(row.counterKind) : row.currentErrorType,
          row.otherTypes,
          EXCEPTION_CATEGORIES[row.category],
          EXCEPTION_STATUSES[row.currentErrorStatus],
          row.instanceIdentifier,
          row.poNumber,
          at(row.dateCreated),
          row.owner && writeFullName(row.owner),
          row.dueOn,
          at(row.askedAt),
          at(row.answeredAt),
        ]),
      ),
    )
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  return { filename: `document-exceptions-${toDay(session.now, session.timeZone)}.csv`, text: parts.join('') }
}
