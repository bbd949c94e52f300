import { Box, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { PhoneOnly } from '../../ui/layout/phone-only.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { loadable } from '../../ui/page/loadable.tsx'
import { Failed } from '../../ui/page/loaded.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { Muted } from '../../ui/text/text.tsx'
import type { ChartProps } from './report-chart.tsx'

const ReportChart = loadable(() => import('./report-chart.tsx'))

interface ReportPartProps {
  report: { isError: boolean; isFetching: boolean; data: unknown; refetch: () => unknown }
  /** Whether the range has no activity for this report. */
  isEmpty: boolean
  totals: readonly (readonly [amount: string, words: string])[]
  chart: ChartProps
  children: ReactNode
}

/** Totals, chart and tables of one report, with its loading, error and empty states. */
export function ReportPart({ report, isEmpty, totals, chart, children }: ReportPartProps) {
  if (report.isError) return <Failed query={report} subject="The report" safe="Your records are safe" />
  if (!report.data)
    return (
      <Card busy>
        <CardBody>
          {[200, 260, 180].map((width) => (
            <Skeleton key={width} width={width} />
          ))}
        </CardBody>
      </Card>
    )
  if (isEmpty)
    return (
      <Card>
        <EmptyState>No activity in this period. Choose other dates or another location.</EmptyState>
      </Card>
    )
  return (
    <Stack gap="lg">
      <Group component="p" role="status" gap="4px 24px">
        {totals.map(([amount, words]) => (
          <span key={words}>
            <b>{amount}</b> {words}
          </span>
        ))}
      </Group>
      <Card>
        <Box p="md" mih={252}>
          <ReportChart {...chart} />
        </Box>
      </Card>
      {children}
    </Stack>
  )
}

/** Shows a count. On phones, where rows become cards without column headings, the unit follows the count. */
export function Amount({ n, of }: { n: number; of: string }) {
  return (
    <>
      {formatCount(n)}
      <PhoneOnly> {of}</PhoneOnly>
    </>
  )
}

/** Says how many rows are not shown. */
export function RowsLeft({ shown, all }: { shown: number; all: number }) {
  if (shown >= all) return null
  return (
    <Muted>
      The newest {formatCount(shown)} of {formatCount(all)} are shown; the CSV has all of them.
    </Muted>
  )
}
