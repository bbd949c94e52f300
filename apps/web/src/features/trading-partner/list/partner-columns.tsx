import { Stack } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { PARTNER_TYPES } from '@seriatim/schema'
import type { Outputs } from '../../../api/trpc.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import type { TableColumn } from '../../../ui/table/data-table.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { formatAmount, formatDate } from '../../../ui/text/format.ts'
import { Quiet } from '../../../ui/text/icon-text.tsx'
import { VisuallyHidden } from '../../../ui/text/text.tsx'
import { AuthorizationBadge } from '../paper/authorization-badge.tsx'
import { checkWords } from '../partner-words.ts'

type Row = Outputs['tradingPartner']['readManyTradingpartnersSearch']['items'][number]

export const partnerColumns: readonly TableColumn<Row>[] = [
  { key: 'name', label: 'Name', sort: 'name', link: true, card: 'title', cell: (row) => row.name },
  { key: 'type', label: 'Type', card: 'line', cell: (row) => PARTNER_TYPES[row.type] },
  { key: 'glns', label: 'GLNs', leaves: 'medium', nowrap: true, cell: (row) => <Glns row={row} /> },
  { key: 'city', label: 'City, state', card: 'line', cell: (row) => findPlace(row) || '–' },
  { key: 'authorized', label: 'Authorized?', sort: 'authorization', card: 'mark', cell: (row) => <Standing row={row} /> },
  {
    key: 'lastOrder',
    nowrap: true,
    label: 'Last order',
    leaves: 'medium',
    cell: (row) => (row.lastOrderAt ? formatDate(row.lastOrderAt) : '–'),
  },
  {
    key: 'exceptions',
    label: 'Open exceptions',
    card: 'foot',
    cell: (row) =>
      row.openExceptions > 0 ? (
        <Badge meaning="attention">{formatAmount(row.openExceptions, 'exception')}</Badge>
      ) : (
        <VisuallyHidden>None</VisuallyHidden>
      ),
  },
]

/** Whether we may buy from the partner, and which of its papers need attention. */
function Standing({ row: { authorization, checkDue, agreementEnds } }: { row: Row }) {
  return (
    <Stack component="span" display="inline-flex" gap={4} py={4} align="flex-start">
      <AuthorizationBadge answer={authorization} />
      {checkDue && <Badge meaning="attention">{checkWords(checkDue.daysLeft)}</Badge>}
      {agreementEnds && (
        <Badge meaning="attention">
          {agreementEnds.daysLeft === 0 ? 'Agreement ends today' : `Agreement ends in ${formatAmount(agreementEnds.daysLeft, 'day')}`}
        </Badge>
      )}
    </Stack>
  )
}

function Glns({ row: { globalLocationNumbers: glns } }: { row: Row }) {
  const [first] = glns
  if (!first) return '–'
  return (
    <>
      <Code groups={groupCode('gln', first.globalLocationNumber)} />
      {glns.length > 1 && <Quiet> +{glns.length - 1}</Quiet>}
    </>
  )
}

function findPlace({ addresses }: Row): string {
  const first = addresses.find((address) => address.addressType === 'physical') ?? addresses[0]
  return [first?.city, first?.state?.name].filter(Boolean).join(', ')
}
