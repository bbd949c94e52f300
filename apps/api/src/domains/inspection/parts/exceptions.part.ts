import { formatAmount, formatCount, gapOf } from '@seriatim/schema'
import { wallClock } from '../../../core/day.ts'
import {
  listMessages,
  listTicketFiles,
  listTicketRows,
  listUnanswered,
  type MessageRow,
  selectTicketFigures,
  type TicketRow,
} from './exceptions.queries.ts'
import { csvPages, type PartSource } from './part.ts'
import { storedFile } from './part-files.ts'

const PAGE = 1000

export const exceptionsPart: PartSource = {
  part: 'exceptions',
  async count(tx, { selection }) {
    const [figures] = (await selectTicketFigures(selection).execute(tx)).rows
    return `${formatCount(figures?.opened ?? 0)} opened, ${formatCount(figures?.settled ?? 0)} settled`
  },
  async gaps(tx, { selection }) {
    const rows = await listUnanswered(tx, selection, PAGE)
    const [figures] = rows.length < PAGE ? [] : (await selectTicketFigures(selection).execute(tx)).rows
    return gapOf(
      'exceptions',
      rows,
      (amount) => `${formatAmount(amount, 'ticket')} that the partner has not answered`,
      (row) => ({ text: `Ticket ${row.ticketNumber}: ${row.title || row.sender || 'no title'}`, path: `/exceptions/${row.id}` }),
      figures?.unanswered,
    )
  },
  async *files(run) {
    const { selection } = run
    const clock = wallClock(selection.timeZone)
    const at = (moment: Date | null) => moment && clock(moment)
    const zoned = (name: string) => `${name} (${selection.timeZone})`
    yield {
      name: '05-exceptions/exceptions.csv',
      content: csvPages<TicketRow>(
        run,
        [
          'Ticket',
          'Title',
          'Type',
          'Category',
          'Status',
          zoned('Opened'),
          zoned('Settled'),
          zoned('Partner asked'),
          zoned('Partner answered'),
        ].concat(['Due', 'Sender', 'PO number', 'Location', 'Order', 'Owner', 'Rejected', 'Warnings']),
        (tx, after) => listTicketRows(tx, selection, after?.id ?? 0, PAGE),
        (row) => [
          row.ticketNumber,
          row.title,
          row.errorType,
          row.category,
          row.status,
          clock(row.createdAt),
          at(row.settledAt),
          at(row.askedAt),
          at(row.answeredAt),
          row.dueOn,
          row.sender,
          row.purchaseOrder,
          row.locationName,
          row.documentId,
          row.owner,
          row.rejects,
          row.warnings,
        ],
      ),
    }
    yield {
      name: '05-exceptions/messages.csv',
      content: csvPages<MessageRow>(
        run,
        ['Ticket', zoned('At'), 'By', 'Kind', 'Text', 'Details'],
        (tx, after) => listMessages(tx, selection, after?.id ?? 0, PAGE),
        (row) => [row.ticketNumber, clock(row.at), row.by, row.kind, row.text, row.detail],
      ),
    }
    for (let after = 0; ; ) {
      const from = after
      const files = await run.read((tx) => listTicketFiles(tx, selection, from, PAGE))
      for (const file of files)
        yield await storedFile(run, `05-exceptions/files/${file.ticketNumber}-${file.id}`, file, {
          part: 'exceptions',
          path: `/exceptions/${file.ticketId}`,
        })
      const last = files.at(-1)
      if (!last) return
      after = last.id
    }
  },
}
