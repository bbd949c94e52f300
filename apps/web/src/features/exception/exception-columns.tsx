import { NO_ERROR_TYPE } from '@seriatim/schema'
import { DesktopOnly } from '../../ui/layout/phone-only.tsx'
import type { TableColumn } from '../../ui/table/data-table.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatDate, formatDateTime } from '../../ui/text/format.ts'
import { SubText } from '../../ui/text/text.tsx'
import css from './exception.module.css'
import { kindWords, Owner, orDash, TicketDue, TicketStatusBadge, typeWords } from './exception-words.tsx'
import type { ExceptionRow } from './use-exceptions.ts'

interface Selection {
  has: (id: number) => boolean
  toggle: (id: number) => void
  rows: readonly ExceptionRow[]
  onAll: (isAll: boolean) => void
}

function SelectAll({ has, rows, onAll }: Selection) {
  const chosen = rows.filter(({ id }) => has(id)).length
  const isAll = chosen > 0 && chosen === rows.length
  return (
    <input
      type="checkbox"
      aria-label="Select all"
      disabled={rows.length === 0}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && !isAll
      }}
      onChange={() => onAll(!isAll)}
    />
  )
}

/** Says whether the partner was asked about an open ticket or has answered; undefined if neither, or if the ticket is not open. */
function since({ askedAt, answeredAt, currentErrorStatus }: ExceptionRow): string | undefined {
  if (currentErrorStatus !== 'OPEN') return undefined
  if (answeredAt) return 'Answered'
  return askedAt ? `Asked ${formatDate(askedAt).slice(0, 5)}` : undefined
}

export const exceptionColumns = (selection: Selection): readonly TableColumn<ExceptionRow>[] => [
  {
    key: 'pick',
    label: 'Select',
    head: <SelectAll {...selection} />,
    width: 40,
    className: css.pick,
    card: 'menu',
    cell: ({ id, ticketNumber }) => (
      <input
        type="checkbox"
        aria-label={`Select ticket ${ticketNumber}`}
        checked={selection.has(id)}
        onChange={() => selection.toggle(id)}
      />
    ),
  },
  {
    key: 'ticket',
    label: 'Ticket #',
    link: true,
    card: 'state',
    className: css.ticket,
    nowrap: true,
    cell: ({ ticketNumber }) => ticketNumber,
  },
  { key: 'sender', label: 'Sender', card: 'line', cell: ({ sender }) => orDash(sender) },
  { key: 'receiver', label: 'Receiver', leaves: 'medium', cell: ({ recipient }) => orDash(recipient) },
  {
    key: 'error',
    label: 'Error',
    card: 'title',
    className: css.error,
    cell: (row) => (
      <>
        <b>{row.title}</b>
        {row.currentErrorType !== NO_ERROR_TYPE && (
          <DesktopOnly>
            <SubText>{typeWords(row)}</SubText>
          </DesktopOnly>
        )}
      </>
    ),
  },
  { key: 'kind', label: 'Kind', leaves: 'wide', cell: kindWords },
  {
    key: 'status',
    label: 'Status',
    card: 'mark',
    cell: (row) => (
      <>
        <TicketStatusBadge status={row.currentErrorStatus} />
        {since(row) && <SubText>{since(row)}</SubText>}
      </>
    ),
  },
  {
    key: 'identifier',
    label: 'Identifier',
    leaves: 'medium',
    width: 104,
    cell: ({ instanceIdentifier }) => (instanceIdentifier ? <Code groups={[instanceIdentifier]} wraps small /> : '-'),
  },
  { key: 'po', label: 'PO Number', card: 'line', nowrap: true, cell: ({ poNumber }) => orDash(poNumber) },
  {
    key: 'created',
    label: 'Date Created',
    sort: 'dateCreated',
    cell: ({ dateCreated }) => {
      const [day, time] = formatDateTime(dateCreated).split(' ')
      return (
        <>
          {day} <SubText>{time}</SubText>
        </>
      )
    },
  },
  { key: 'owner', label: 'Owner', cell: ({ owner }) => <Owner owner={owner} /> },
  { key: 'due', label: 'Due', card: 'foot', nowrap: true, cell: (row) => <TicketDue row={row} /> },
]
