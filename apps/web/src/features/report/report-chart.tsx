import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { Box, Group, Stack } from '@mantine/core'

export interface ChartProps {
  data: Record<string, string | number>[]
  /** Which field of the data names a bar. */
  by: string
  series: readonly { name: string; label: string; color: string }[]
}

/** Bars of what the tables beside it say: it is hidden from screen readers, which have those. */
export default function ReportChart({ data, by, series }: ChartProps) {
  const [only] = data
  if (data.length === 1 && only) return <OneBar only={only} series={series} />
  return (
    <div aria-hidden="true">
      <BarChart
        h={220}
        data={data}
        dataKey={by}
        series={[...series]}
        withLegend={series.length > 1}
        legendProps={{ verticalAlign: 'top', height: 36 }}
        gridColor="var(--hairline)"
        textColor="var(--ink-2)"
        tooltipAnimationDuration={0}
        barChartProps={{ accessibilityLayer: false }}
        barProps={{ isAnimationActive: false }}
        xAxisProps={{ interval: 'equidistantPreserveStart', minTickGap: 16 }}
        yAxisProps={{ allowDecimals: false, width: 48 }}
        maxBarWidth={36}
      />
    </div>
  )
}

/** Of a single day, or a single state: one lying bar for each figure, with its number. */
function OneBar({ only, series }: { only: ChartProps['data'][number]; series: ChartProps['series'] }) {
  const figures = series.map(({ name, label, color }) => ({ name, label, color, amount: Number(only[name] ?? 0) }))
  const most = Math.max(1, ...figures.map(({ amount }) => amount))
  return (
    <Stack component="dl" gap="sm">
      {figures.map(({ name, label, color, amount }) => (
        <Group key={name} gap="sm">
          <Box component="dt" w={160}>
            {label}
          </Box>
          <Group component="dd" gap="xs" wrap="nowrap" flex="1 1 160px">
            <Box component="span" h={24} miw={2} w={`${(Math.max(0, amount) / most) * 100}%`} bg={color} bdrs="xs" />
            <b>{amount.toLocaleString('en-US')}</b>
          </Group>
        </Group>
      ))}
    </Stack>
  )
}
