import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'

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
    <div className="report-chart" aria-hidden="true">
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
    <dl className="report-bars">
      {figures.map(({ name, label, color, amount }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <span className="report-bar" style={{ width: `${(Math.max(0, amount) / most) * 100}%`, background: color }} />
            <b>{amount.toLocaleString('en-US')}</b>
          </dd>
        </div>
      ))}
    </dl>
  )
}
