import { Box } from '@mantine/core'
import { writeFullName } from '@seriatim/schema'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Outputs } from '../../api/trpc.ts'
import type { Column } from '../../ui/data-table.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { OnDesk } from '../../ui/only.tsx'
import { Spoken } from '../../ui/text.tsx'
import css from './audit.module.css'

export type AuditRow = Outputs['audit']['readManyBySearch']['items'][number]

/** Where what a line is about can be looked at. */
function makeAddress({ kind, subjectId, action }: AuditRow): string | undefined {
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
  const address = makeAddress(row)
  const noun = nouns[kind]
  // Who did something to themselves is named beside it already.
  const name =
    subjectName && !(kind === 'user' && by?.id === subjectId) ? subjectName : noun && subjectId !== null && `${noun} ${subjectId}`
  if (!name) return <OnDesk>–</OnDesk>
  return address ? <Link href={address}>{name}</Link> : name
}

/** The trail keeps instants as they are; here they are those of the reader's clock. */
function shown(value: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) ? formatDateTime(value) : value
}

function Facts({ facts }: Pick<AuditRow, 'facts'>) {
  if (facts.length === 0) return '–'
  const [first] = facts
  if (facts.length === 1 && first) return <Fact fact={first} />
  return (
    <details className={css.facts}>
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

const Quiet = ({ children, del = false }: { children: ReactNode; del?: boolean }) => (
  <Box component={del ? 'del' : 'span'} c="var(--ink-2)">
    {children}
  </Box>
)

function Fact({ fact: { label, before, value } }: { fact: AuditRow['facts'][number] }) {
  return (
    <span>
      <Quiet>{label}</Quiet>{' '}
      {before === undefined ? (
        shown(value)
      ) : (
        <>
          <Spoken>was </Spoken>
          <Quiet del>{shown(before)}</Quiet> <span aria-hidden="true">→</span> <Spoken>and is now </Spoken>
          <ins style={{ textDecoration: 'none', fontWeight: 500 }}>{shown(value)}</ins>
        </>
      )}
    </span>
  )
}

export const auditColumns: readonly Column<AuditRow>[] = [
  { key: 'at', label: 'When', card: 'foot', width: 124, cell: ({ at }) => formatDateTime(at) },
  {
    key: 'by',
    label: 'Who',
    card: 'line',
    width: 150,
    cell: ({ by }) =>
      by ? (
        <Link href={personHref(by.id)} title={by.emailAddress}>
          {writeFullName(by)}
        </Link>
      ) : (
        <Quiet>Seriatim</Quiet>
      ),
  },
  { key: 'what', label: 'What', card: 'title', width: '22%', cell: (row) => <b>{row.what}</b> },
  { key: 'about', label: 'About', card: 'line', width: '24%', words: true, cell: (row) => <About row={row} /> },
  {
    key: 'facts',
    label: 'Before and after, and what else is known',
    words: true,
    card: 'line',
    cell: ({ facts }) => <Facts facts={facts} />,
  },
]
