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
