import { Box, Group } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { writeFullName } from '@seriatim/schema'
import { IconAlertOctagon } from '@tabler/icons-react'
import { Badge } from '../../ui/feedback/badge.tsx'
import { PhoneOnly } from '../../ui/layout/phone-only.tsx'
import type { TableColumn } from '../../ui/table/data-table.tsx'
import { Code } from '../../ui/text/code.tsx'
import { formatAmount, formatDate, localDay } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { VisuallyHidden } from '../../ui/text/text.tsx'
import { HeldBadge } from '../hold/held-badge.tsx'
import css from './med.module.css'
import type { MedRow } from './use-med-search.ts'

export const medHref = (med: { id: number }) => `/meddetail/${med.id}`

const LEVEL = { case: 'Case', pallet: 'Pallet' } as const

/** `Case of 12 meds` */
export const packageWords = ({ level, meds }: NonNullable<MedRow['package']>) => `${LEVEL[level]} of ${formatAmount(meds, 'package')}`
export const levelName = (level: keyof typeof LEVEL) => LEVEL[level]

export const isExpired = (day: string | null) => day !== null && day < localDay(new Date())

/** Shows an expiration date; a date that has passed gets an icon and, for screen readers, the word "expired". */
function Expires({ day }: { day: string | null }) {
  if (!isExpired(day)) return formatDate(day)
  return (
    <Group component="span" gap={4} wrap="nowrap" c="var(--stop-text)">
      <Glyph of={IconAlertOctagon} size={16} /> {formatDate(day)}
      <VisuallyHidden> expired</VisuallyHidden>
    </Group>
  )
}

/** Adds quarantine and voided marks to the name wherever the med is listed. */
function Name({
  med: { expirationDate, medName, strengthDescription, isVoided, isHeld, isPending, sentTo, package: inside },
}: {
  med: MedRow
}) {
  return (
    <>
      {isHeld && (
        <>
          <HeldBadge isPending={isPending} />{' '}
        </>
      )}
      {sentTo && (
        <>
          <Badge meaning="attention">Sent to {sentTo}</Badge>{' '}
        </>
      )}
      {isVoided && (
        <>
          <Badge meaning="stop">Voided</Badge>{' '}
        </>
      )}
      {isExpired(expirationDate) && (
        <>
          <Badge meaning="stop">Expired</Badge>{' '}
        </>
      )}
      {inside && (
        <>
          <Badge>{packageWords(inside)}</Badge>{' '}
        </>
      )}
      {[medName, strengthDescription].filter(Boolean).join(' ') || '–'}
    </>
  )
}

export const medColumns: readonly TableColumn<MedRow>[] = [
  {
    key: 'serial',
    label: 'Serial number',
    link: true,
    sort: 'serialNumber',
    card: 'line',
    className: css.oneLine,
    cell: (med) => <Code groups={groupCode('serial', med.serialNumber)} boldTail />,
  },
  { key: 'ndc', label: 'NDC', className: css.oneLine, leaves: 'wide', cell: (med) => (med.ndc ? <Code groups={[med.ndc]} /> : '–') },
  { key: 'name', label: 'Med name', card: 'title', className: css.name, cell: (med) => <Name med={med} /> },
  { key: 'maker', label: 'Manufacturer', leaves: 'medium', cell: (med) => med.manufacturerName ?? '–' },
  {
    key: 'lot',
    label: 'Lot number',
    sort: 'lotNumber',
    card: 'line',
    className: css.oneLine,
    cell: (med) => (
      <>
        <PhoneOnly>Lot </PhoneOnly>
        {med.lotNumber ? <Code groups={[med.lotNumber]} /> : '–'}
      </>
    ),
  },
  {
    key: 'expires',
    label: 'Expires',
    sort: 'expirationDate',
    className: `${css.oneLine} ${css.huge}`,
    cell: (med) => <Expires day={med.expirationDate} />,
  },
  {
    key: 'received',
    label: 'Date received',
    sort: 'date',
    card: 'foot',
    className: css.oneLine,
    cell: (med) =>
      med.dateReceived ? (
        <>
          <PhoneOnly>Received </PhoneOnly>
          {formatDate(med.dateReceived)}
        </>
      ) : (
        <Box component="span" c="var(--ink-3)">
          Not received
        </Box>
      ),
  },
  {
    key: 'by',
    label: 'Received by',
    className: css.oneLine,
    leaves: 'medium',
    cell: (med) => (med.receivedBy ? writeFullName(med.receivedBy) : '–'),
  },
  { key: 'location', label: 'Location', className: css.oneLine, cell: (med) => med.customerLocation.name },
]
