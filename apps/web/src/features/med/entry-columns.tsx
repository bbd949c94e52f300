import type { Outputs } from '../../api/trpc.ts'
import { Code, groupCode } from '../../ui/code.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { formatDate } from '../../ui/format.ts'

export type LocationMed = Outputs['med']['readManyByLocationid']['items'][number]

export const entryColumns: readonly Column<LocationMed>[] = [
  {
    key: 'serial',
    label: 'Serial #',
    link: true,
    card: 'line',
    className: 'nowrap',
    cell: ({ med }) => <Code groups={groupCode(med.serialNumber, 'serial')} boldTail />,
  },
  { key: 'ndc', label: 'NDC', className: 'nowrap', cell: ({ med }) => (med.ndc ? <Code groups={[med.ndc]} /> : '–') },
  {
    key: 'lot',
    label: 'Lot #',
    card: 'line',
    className: 'nowrap',
    cell: ({ med }) => (
      <>
        <span className="only-s">Lot </span>
        {med.lotNumber ? <Code groups={[med.lotNumber]} /> : '–'}
      </>
    ),
  },
  { key: 'name', label: 'Med Name', card: 'title', className: 'c-name', cell: ({ redbookDetail }) => redbookDetail.medName ?? '–' },
  { key: 'maker', label: 'Manufacturer', className: 'c-medium', cell: ({ redbookDetail }) => redbookDetail.manufacturerName ?? '–' },
  {
    key: 'expires',
    label: 'Expiration',
    card: 'foot',
    className: 'nowrap',
    cell: ({ med }) => (
      <>
        <span className="only-s">Expires </span>
        {formatDate(med.expirationDate)}
      </>
    ),
  },
]
