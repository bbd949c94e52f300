import { Link } from 'wouter'
import type { Outputs } from '../../api/trpc.ts'
import type { Column } from '../../ui/data-table.tsx'
import { formatDateTime } from '../../ui/format.ts'

export type AuditRow = Outputs['audit']['readManyBySearch']['items'][number]

/** Where what a line is about can be looked at. */
function addressOf({ kind, subjectId, action }: AuditRow): string | undefined {
  if (subjectId === null) return undefined
  // An order has the id of its document.
  if (kind === 'order' || action === 'order.import') return `/orders/receive/${subjectId}`
  if (kind === 'med') return `/meddetail/${subjectId}`
  if (kind === 'incident') return `/incidenttracker?incident=${subjectId}`
  if (kind === 'upload') return `/orderupload?upload=${subjectId}`
  if (kind === 'user') return personHref(subjectId)
  if (kind === 'partner') return `/tradingpartner/${subjectId}`
  if (kind === 'location') return `/locations/${subjectId}`
  return undefined
}

/** All that one person did. */
const personHref = (id: number) => `/audit?user=${id}`

const nouns: Record<string, string> = {
  order: 'Order',
  med: 'Pedigree',
  incident: 'Report',
  upload: 'Upload',
  hold: 'Hold',
  document: 'Document',
}

function About({ row }: { row: AuditRow }) {
  const { kind, subjectId, subjectName, by } = row
  const address = addressOf(row)
  const noun = nouns[kind]
  // Who did something to themselves is named beside it already.
  const name =
    subjectName && !(kind === 'user' && by?.id === subjectId) ? subjectName : noun && subjectId !== null && `${noun} ${subjectId}`
  if (!name) return <span className="faint hide-s">–</span>
  return <span className="audit-about">{address ? <Link href={address}>{name}</Link> : name}</span>
}

/** The trail keeps instants as they are; here they are those of the reader's clock. */
function shown(value: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) ? formatDateTime(value) : value
}

function Facts({ facts }: Pick<AuditRow, 'facts'>) {
  if (facts.length === 0) return <span className="faint">–</span>
  const [first] = facts
  if (facts.length === 1 && first) return <Fact fact={first} />
  return (
    <details className="audit-facts">
      <summary>
        {facts.map((fact, at) => (
          <span key={fact.label}>
            {at > 0 && ', '}
            <Fact fact={fact} />
          </span>
        ))}
      </summary>
      <ul>
        {facts.map((fact) => (
          <li key={fact.label}>
            <Fact fact={fact} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Fact({ fact: { label, before, value } }: { fact: AuditRow['facts'][number] }) {
  return (
    <span className="audit-fact">
      <span className="muted">{label}</span>{' '}
      {before === undefined ? (
        shown(value)
      ) : (
        <>
          <span className="vh">was </span>
          <del>{shown(before)}</del> <span aria-hidden="true">→</span> <span className="vh">and is now </span>
          <ins>{shown(value)}</ins>
        </>
      )}
    </span>
  )
}

export const auditColumns: readonly Column<AuditRow>[] = [
  { key: 'at', label: 'When', card: 'foot', className: 'nowrap tabular c-audit-at', cell: ({ at }) => formatDateTime(at) },
  {
    key: 'by',
    label: 'Who',
    card: 'line',
    className: 'nowrap c-audit-by',
    cell: ({ by }) =>
      by ? (
        <Link href={personHref(by.id)} title={by.emailAddress}>{`${by.firstName} ${by.lastName}`}</Link>
      ) : (
        <span className="muted">Seriatim</span>
      ),
  },
  { key: 'what', label: 'What', card: 'title', className: 'c-audit-what', cell: (row) => <b>{row.what}</b> },
  { key: 'about', label: 'About', card: 'line', className: 'words c-audit-about', cell: (row) => <About row={row} /> },
  {
    key: 'facts',
    label: 'Before and after, and what else is known',
    card: 'line',
    className: 'words c-audit-facts',
    cell: ({ facts }) => <Facts facts={facts} />,
  },
]
