import { Box, ColorSwatch, Group, Paper, Stack, Text } from '@mantine/core'
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import classes from './report-chart.module.css'

export interface ChartProps {
  data: Record<string, string | number>[]
  /** Name of the data field whose value labels a bar. */
  by: string
  series: readonly { name: string; label: string; color: string }[]
}

const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 }
const TEXT = { fontSize: 12, fill: 'var(--ink-2)' }
const GRID = { stroke: 'var(--hairline)', strokeDasharray: '5 5' }

/** A bar chart of the adjacent tables. It is hidden from screen readers, which read the tables instead. */
export default function ReportChart({ data, by, series }: ChartProps) {
  const [only] = data
  if (data.length === 1 && only) return <OneBar only={only} series={series} />
  return (
    <Box aria-hidden="true" className={classes.chart}>
      <ResponsiveContainer width="100%" height={220}>
        <BarChart data={data} maxBarSize={36} barGap={0} barCategoryGap="20%" margin={NO_MARGIN} accessibilityLayer={false}>
          {series.length > 1 && <Legend verticalAlign="top" height={36} content={() => <ChartLegend series={series} />} />}
          <XAxis
            dataKey={by}
            tick={{ ...TEXT, transform: 'translate(0, 10)' }}
            stroke=""
            tickLine={false}
            interval="equidistantPreserveStart"
            minTickGap={16}
          />
          <YAxis
            tick={{ ...TEXT, transform: 'translate(-10, 0)' }}
            axisLine={false}
            tickLine={{ stroke: 'var(--hairline)' }}
            allowDecimals={false}
            width={48}
          />
          <CartesianGrid vertical={false} {...GRID} />
          <Tooltip
            isAnimationActive={false}
            position={{ y: 0 }}
            cursor={{ ...GRID, fill: 'var(--hairline)', fillOpacity: 0.5 }}
            content={({ label, payload }) => <ChartTooltip title={String(label ?? '')} figures={payload[0]?.payload} series={series} />}
          />
          {series.map(({ name, color }) => (
            <Bar key={name} dataKey={name} fill={color} isAnimationActive={false} />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </Box>
  )
}

function ChartLegend({ series }: Pick<ChartProps, 'series'>) {
  return (
    <Group justify="flex-end" gap="lg" px="xs" pb="md">
      {series.map(({ name, label, color }) => (
        <Group key={name} gap={7}>
          <ColorSwatch color={color} size={12} withShadow={false} />
          <Text size="sm" lh={1}>
            {label}
          </Text>
        </Group>
      ))}
    </Group>
  )
}

interface TooltipProps extends Pick<ChartProps, 'series'> {
  title: string
  figures: ChartProps['data'][number] | undefined
}

function ChartTooltip({ title, figures, series }: TooltipProps) {
  if (!figures) return null
  return (
    <Paper withBorder shadow="md" miw={200} px="md" py="xs">
      <Text fw={500}>{title}</Text>
      {series.map(({ name, label, color }) => (
        <Group key={name} justify="space-between" mt={6}>
          <Group gap="sm" mr="xl">
            <ColorSwatch color={color} size={12} withShadow={false} />
            <Text size="sm">{label}</Text>
          </Group>
          <Text size="sm">{figures[name]}</Text>
        </Group>
      ))}
    </Paper>
  )
}

/** For a single day or category: one horizontal bar per figure, with its number. */
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
