import { Box } from '@mantine/core'
import { writeFullName } from '@seriatim/schema'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Outputs } from '../../api/trpc.ts'
import type { TableColumn } from '../../ui/table/data-table.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import { VisuallyHidden } from '../../ui/text/text.tsx'
import css from './audit.module.css'

export type AuditRow = Outputs['audit']['readManyBySearch']['items'][number]

/** URL of the page about a line's subject; undefined if there is no such page. */
function makeAddress(kind: string | null, id: number | null): string | undefined {
  if (kind === null || id === null) return undefined
  return ADDRESSES[kind]?.(id)
}

/** Link to a search of the audit trail for everything that one person did. */
const personHref = (id: number) => `/audit?user=${id}`

const ADDRESSES: Record<string, (id: number) => string> = {
  // An order and its document have the same id.
  order: (id) => `/orders/receive/${id}`,
  document: (id) => `/orders/receive/${id}`,
  med: (id) => `/meddetail/${id}`,
  incident: (id) => `/incidenttracker?incident=${id}`,
  investigation: (id) => `/investigations/${id}`,
  exception: (id) => `/exceptions/${id}`,
  shipment: (id) => `/outbound/${id}`,
  tracing: (id) => `/tracing/${id}`,
  recall: (id) => `/recalls/detail/${id}`,
  intakeDoor: () => '/intake',
  delivery: () => '/intake',
  verification: (id) => `/verify?show=${id}`,
  webhook: () => '/intake/webhooks',
  upload: (id) => `/orderupload?upload=${id}`,
  user: personHref,
  partner: (id) => `/tradingpartner/${id}`,
  location: (id) => `/locations/${id}`,
}

/** A line of the trail as a sentence, such as "Dana Ruiz received Metformin 500 mg, serial 10K7 on PO 88213-04." */
function Sentence({ row: { by, sentence } }: { row: AuditRow }) {
  return (
    <>
      {by ? (
        <Link href={personHref(by.id)} title={by.emailAddress}>
          {writeFullName(by)}
        </Link>
      ) : (
        <Quiet>Seriatim</Quiet>
      )}{' '}
      {sentence.map(({ text, kind, id }) => {
        const address = makeAddress(kind, id)
        return address ? (
          <Link key={text} href={address}>
            {text}
          </Link>
        ) : kind === null ? (
          text
        ) : (
          <b key={text}>{text}</b>
        )
      })}
    </>
  )
}

/** The trail stores instants in UTC; this shows them in the reader's time zone. */
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
          <VisuallyHidden>was </VisuallyHidden>
          <Quiet del>{shown(before)}</Quiet> <span aria-hidden="true">→</span> <VisuallyHidden>and is now </VisuallyHidden>
          <ins style={{ textDecoration: 'none', fontWeight: 500 }}>{shown(value)}</ins>
        </>
      )}
    </span>
  )
}

export const auditColumns: readonly TableColumn<AuditRow>[] = [
  { key: 'at', label: 'When', card: 'foot', width: 164, cell: ({ at }) => formatDateTime(at) },
  { key: 'what', label: 'Who did what', card: 'title', words: true, width: '54%', cell: (row) => <Sentence row={row} /> },
  {
    key: 'facts',
    label: 'Changes and details',
    words: true,
    card: 'line',
    cell: ({ facts }) => <Facts facts={facts} />,
  },
]
