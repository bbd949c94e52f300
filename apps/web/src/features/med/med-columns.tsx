import { IconAlertOctagon } from '@tabler/icons-react'
import { Badge } from '../../ui/badge.tsx'
import { Code, groupCode } from '../../ui/code.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { countOf, dayOf, formatDate } from '../../ui/format.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { HeldBadge } from '../hold/held-badge.tsx'
import type { MedRow } from './use-med-search.ts'

export const medHref = (med: { id: number }) => `/meddetail/${med.id}`

const LEVEL = { case: 'Case', pallet: 'Pallet' } as const

/** `Case of 12 meds` */
export const packageWords = ({ level, meds }: NonNullable<MedRow['package']>) => `${LEVEL[level]} of ${countOf(meds, 'med')}`
export const levelName = (level: keyof typeof LEVEL) => LEVEL[level]

export const isExpired = (day: string | null) => day !== null && day < dayOf(new Date())

/** The day, and in words where it is over. */
function Expires({ day }: { day: string | null }) {
  if (!isExpired(day)) return formatDate(day)
  return (
    <span className="stop nowrap is-expired">
      <Glyph of={IconAlertOctagon} size={16} /> {formatDate(day)}
      <span className="vh"> expired</span>
    </span>
  )
}

/** What is in quarantine or was entered by mistake is told so beside its name, wherever it is listed. */
function Name({ med: { expirationDate, medName, strengthDescription, isVoided, isHeld, isPending, package: inside } }: { med: MedRow }) {
  return (
    <>
      {isHeld && (
        <>
          <HeldBadge isPending={isPending} />{' '}
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

export const medColumns: readonly Column<MedRow>[] = [
  {
    key: 'serial',
    label: 'Serial number',
    link: true,
    sort: 'serialNumber',
    card: 'line',
    className: 'nowrap',
    cell: (med) => <Code groups={groupCode(med.serialNumber, 'serial')} boldTail />,
  },
  { key: 'ndc', label: 'NDC', className: 'nowrap c-wide', cell: (med) => (med.ndc ? <Code groups={[med.ndc]} /> : '–') },
  { key: 'name', label: 'Med name', card: 'title', className: 'c-name', cell: (med) => <Name med={med} /> },
  { key: 'maker', label: 'Manufacturer', className: 'c-medium', cell: (med) => med.manufacturerName ?? '–' },
  {
    key: 'lot',
    label: 'Lot number',
    sort: 'lotNumber',
    card: 'line',
    className: 'nowrap',
    cell: (med) => (
      <>
        <span className="only-s">Lot </span>
        {med.lotNumber ? <Code groups={[med.lotNumber]} /> : '–'}
      </>
    ),
  },
  {
    key: 'expires',
    label: 'Expires',
    sort: 'expirationDate',
    className: 'nowrap c-huge',
    cell: (med) => <Expires day={med.expirationDate} />,
  },
  {
    key: 'received',
    label: 'Date received',
    sort: 'date',
    card: 'foot',
    className: 'nowrap',
    cell: (med) =>
      med.dateReceived ? (
        <>
          <span className="only-s">Received </span>
          {formatDate(med.dateReceived)}
        </>
      ) : (
        <span className="faint">Not received</span>
      ),
  },
  {
    key: 'by',
    label: 'Received by',
    className: 'nowrap c-medium',
    cell: (med) => (med.receivedBy ? `${med.receivedBy.firstName} ${med.receivedBy.lastName}` : '–'),
  },
  { key: 'location', label: 'Location', className: 'nowrap', cell: (med) => med.customerLocation.name },
]
