import { Button, Group } from '@mantine/core'
import { VERIFICATION_CHANNELS, VERIFICATION_PURPOSES, type Verification } from '@seriatim/schema'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { formatDateTime, formatExpiry } from '../../ui/text/format.ts'
import { SubText } from '../../ui/text/text.tsx'
import { ResultBadge } from './result-badge.tsx'
import { RetryButton } from './retry-button.tsx'

interface VerificationTableProps {
  rows: readonly Verification[]
  isFiltered: boolean
  onShow: (id: number) => void
  /** Button that loads the next page of rows. */
  more: ReactNode
}

export function VerificationTable({ rows, isFiltered, onShow, more }: VerificationTableProps) {
  return (
    <Card foot={more}>
      {rows.length === 0 ? (
        <EmptyLine>{isFiltered ? 'No verifications match these filters.' : 'Nobody has asked a manufacturer yet.'}</EmptyLine>
      ) : (
        <PlainTable label="Verifications" head={['Package', 'Answer', 'Purpose', 'Asked', '']} stacks>
          {rows.map((row) => (
            <Row key={row.id} row={row} onShow={() => onShow(row.id)} />
          ))}
        </PlainTable>
      )}
    </Card>
  )
}

const SERVICES = { manual: 'By hand', gs1: 'Verification service', simulator: 'Simulator' } as const

function Row({ row, onShow }: { row: Verification; onShow: () => void }) {
  const { gtin, serialNumber, lotNumber, expirationDate, medName, medId, says, purpose, askedAt, askedBy, locationName, channel, driver } =
    row
  const name = medName ? `${medName}, ${serialNumber}` : serialNumber
  const label = [
    `GTIN ${gtin}`,
    ...(lotNumber ? [`lot ${lotNumber}`] : []),
    ...(expirationDate ? [`expires ${formatExpiry(expirationDate)}`] : []),
  ].join(', ')
  return (
    <tr>
      <td>
        <span style={{ overflowWrap: 'anywhere' }}>
          {medId === null ? name : <Link href={`/meddetail/${medId}`}>{name}</Link>}
          <SubText>{label}</SubText>
        </span>
      </td>
      <td data-label="Answer">
        <span>
          <ResultBadge {...row} />
          {says && <SubText>{says}</SubText>}
        </span>
      </td>
      <td data-label="Purpose">
        <span>
          {VERIFICATION_PURPOSES[purpose]}
          <SubText>{channel ? `By hand, ${VERIFICATION_CHANNELS[channel].toLowerCase()}` : SERVICES[driver]}</SubText>
        </span>
      </td>
      <td data-label="Asked">
        <span>
          {formatDateTime(askedAt)}
          <SubText>{`${askedBy}, ${locationName}`}</SubText>
        </span>
      </td>
      <td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <RetryButton size="xs" verification={row} />
          <Button size="xs" aria-label={`Details of ${serialNumber}`} onClick={onShow}>
            Details
          </Button>
        </Group>
      </td>
    </tr>
  )
}
