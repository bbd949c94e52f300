import {
  CLOSE_REASONS,
  type CloseReason,
  EXCEPTION_CATEGORIES,
  type ExceptionEntry,
  type ExceptionFile,
  formatAmount,
  PDG_KINDS,
} from '@seriatim/schema'
import { type Together, withInstants } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { printDay } from '../../../print/dates.ts'
import { type EntryRow, type StatusRow, selectFiles, selectStatuses, selectTicketEntries } from '../exception.queries.ts'

type FileRow = ExceptionFile & { entryId: number }

/** Queries for the history of a ticket. The caller runs them in one round trip with its other queries. */
export const selectTicketActivity = (tx: CustomerTx, documentExceptionId: number) => ({
  entries: selectTicketEntries(tx, documentExceptionId),
  statuses: selectStatuses(tx, documentExceptionId),
  files: selectFiles(tx, documentExceptionId),
})

/** History of a ticket, newest first: status changes, notes by people, and entries by the system. */
export function describeActivity({ files, ...told }: Together<ReturnType<typeof selectTicketActivity>>): ExceptionEntry[] {
  const [entries, statuses] = [withInstants(told.entries, 'at'), withInstants(told.statuses, 'at')]
  const isOpening = (id: number) => statuses.at(-1)?.id === id && entries.some(({ kind }) => kind === 'opened')
  const filesByEntry = Map.groupBy(files, ({ entryId }) => entryId)
  return [
    ...entries.map((row) => toActivityEntry(row, filesByEntry.get(row.id) ?? [])),
    ...statuses.filter(({ id, status }) => status !== 'OPEN' || !isOpening(id)).map(statusEntry),
  ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

const makePerson = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }, id: number | null) =>
  id === null || firstName === null ? null : { id, firstName, lastName: lastName ?? '' }

const BECAME = { OPEN: 'reopened the ticket', CLOSED: 'closed the ticket', RESOLVED: 'resolved the ticket' } as const
const IS = { OPEN: 'The ticket is open again', CLOSED: 'The ticket was closed', RESOLVED: 'The ticket is resolved' } as const

function statusEntry(row: StatusRow): ExceptionEntry {
  const by = makePerson(row, row.createdById)
  const why = row.reason ? `: ${CLOSE_REASONS[row.reason as CloseReason].toLowerCase()}` : ''
  return {
    key: `status ${row.id}`,
    at: row.at.toISOString(),
    kind: 'status',
    by,
    what: `${by ? BECAME[row.status] : IS[row.status]}${why}`,
    text: row.notes,
    files: [],
    href: null,
  }
}

function toActivityEntry(row: EntryRow, files: readonly FileRow[]): ExceptionEntry {
  const detail = row.detail as Detail // written by this domain
  return {
    key: `entry ${row.id}`,
    at: row.at.toISOString(),
    kind: row.kind as ExceptionEntry['kind'], // this domain wrote the rows, with these kinds only
    by: makePerson(row, row.userId),
    what: activityText(row.kind, detail),
    text: row.text,
    files: files.map(({ id, filename, contentType, size }) => ({ id, filename, contentType, size })),
    href: detail.href ?? null,
  }
}

interface Detail {
  filename?: string
  meds?: number | null
  findings?: number
  name?: string | null
  dueOn?: string
  category?: keyof typeof EXCEPTION_CATEGORIES
  reportKind?: keyof typeof PDG_KINDS | null
  to?: string
  from?: string
  subject?: string
  what?: string
  href?: string
}

const WORDS: Record<string, (detail: Detail) => string> = {
  opened: ({ filename, meds, findings, what }) =>
    what ??
    (meds === null || meds === undefined
      ? `Opened: no order could be created from ${filename}`
      : `Opened: ${filename} became an order of ${formatAmount(meds, 'package')} with ${formatAmount(findings ?? 0, 'finding')}`),
  note: () => 'wrote',
  photo: ({ what }) => what ?? 'added a file',
  owner: ({ name }) => (name ? `assigned the ticket to ${name}` : 'removed the owner'),
  due: ({ dueOn }) => `changed the due date to ${dueOn ? printDay(dueOn) : ''}`,
  kind: ({ category, reportKind }) =>
    `changed the kind to ${[category && EXCEPTION_CATEGORIES[category], reportKind && PDG_KINDS[reportKind]].filter(Boolean).join(', ')}`,
  asked: ({ to }) => `asked ${to}`,
  reminded: ({ to }) => `Seriatim reminded ${to}`,
  reply: ({ from, what }) => what ?? `${from} answered`,
}

const activityText = (kind: string, detail: Detail): string => WORDS[kind]?.(detail) ?? detail.what ?? kind
