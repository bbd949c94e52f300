import { groupCode } from '@seriatim/gs1'
import type { Outputs } from '../../../api/trpc.ts'
import { PhoneOnly } from '../../../ui/layout/phone-only.tsx'
import type { TableColumn } from '../../../ui/table/data-table.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { formatDate } from '../../../ui/text/format.ts'
import css from '../med.module.css'

export type LocationMed = Outputs['med']['readManyByLocationid']['items'][number]

export const entryColumns: readonly TableColumn<LocationMed>[] = [
  {
    key: 'serial',
    label: 'Serial #',
    link: true,
    card: 'line',
    className: css.oneLine,
    cell: ({ med }) => <Code groups={groupCode('serial', med.serialNumber)} boldTail />,
  },
  { key: 'ndc', label: 'NDC', className: css.oneLine, cell: ({ med }) => (med.ndc ? <Code groups={[med.ndc]} /> : '–') },
  {
    key: 'lot',
    label: 'Lot #',
    card: 'line',
    className: css.oneLine,
    cell: ({ med }) => (
      <>
        <PhoneOnly>Lot </PhoneOnly>
        {med.lotNumber ? <Code groups={[med.lotNumber]} /> : '–'}
      </>
    ),
  },
  { key: 'name', label: 'Med Name', card: 'title', className: css.name, cell: ({ redbookDetail }) => redbookDetail.medName ?? '–' },
  { key: 'maker', label: 'Manufacturer', leaves: 'medium', cell: ({ redbookDetail }) => redbookDetail.manufacturerName ?? '–' },
  {
    key: 'expires',
    label: 'Expiration',
    card: 'foot',
    className: css.oneLine,
    cell: ({ med }) => (
      <>
        <PhoneOnly>Expires </PhoneOnly>
        {formatDate(med.expirationDate)}
      </>
    ),
  },
]
