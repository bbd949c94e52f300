import { Group } from '@mantine/core'
import { formatValue, isComparableFigure, SCORECARD_FIGURES, type Scorecard, type ScorecardKey } from '@seriatim/schema'
import { formatMonth } from './format-month.ts'

const WIDTH = 240
const HEIGHT = 56
/** Space above and below the values, so that strokes at the edge are not cut off. */
const PAD = 2
/** Height of the mark for a month without a value. */
const MARK = 6

interface MonthBarsProps {
  figure: ScorecardKey
  months: Scorecard['months']
  median: number | null
}

/**
 * A bar chart by month, with a dashed line at the median of all partners; the bar of a month with too few orders is only outlined. The chart does not
 * rely on color. Screen readers read the table of all months instead.
 */
export function MonthBars({ figure, months, median }: MonthBarsProps) {
  const values = months.map(({ figures }) => figures[figure])
  const { top, bottom } = findScale(figure, [...values.flatMap(({ value }) => value ?? []), median ?? 0])
  const y = (value: number) => PAD + ((top - value) / (top - bottom)) * (HEIGHT - 2 * PAD)
  const step = WIDTH / Math.max(1, months.length)
  const width = Math.min(14, step * 0.62)
  const [first, last] = [months.at(0)?.month, months.at(-1)?.month]
  return (
    <div>
      <svg width="100%" height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <line stroke="var(--edge)" vectorEffect="non-scaling-stroke" x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} />
        {months.map(({ month }, at) => {
          const one = values[at]
          if (!one || (one.value === null && one.of === 0)) return null
          const height = one.value === null ? MARK : Math.max(1, Math.abs(y(one.value) - y(0)))
          const place = { x: step * (at + 0.5) - width / 2, y: (one.value ?? 0) < 0 ? y(0) : y(0) - height, width, height }
          const fill = isComparableFigure(one) ? 'var(--edge)' : 'none'
          return <rect key={month} fill={fill} stroke="var(--edge)" vectorEffect="non-scaling-stroke" {...place} />
        })}
        {median !== null && <MedianLine width={WIDTH} y={y(median)} />}
      </svg>
      <Group justify="space-between" gap="xs" fz="xs" c="var(--ink-3)" aria-hidden="true">
        <span>{formatMonth(first)}</span>
        <span>{`${formatValue(figure, bottom)} to ${formatValue(figure, top)}`}</span>
        {last !== first && <span>{formatMonth(last)}</span>}
      </Group>
    </div>
  )
}

export const MedianLine = ({ width, y }: { width: number; y: number }) => (
  <line stroke="var(--ink-1)" strokeWidth={1.5} strokeDasharray="5 4" vectorEffect="non-scaling-stroke" x1={0} x2={width} y1={y} y2={y} />
)

/** Ends of the vertical scale. If a high share is good, the scale reaches 100 percent, so that small differences between months don't look large. */
function findScale(figure: ScorecardKey, values: readonly number[]): { top: number; bottom: number } {
  const { unit, better } = SCORECARD_FIGURES[figure]
  const top = unit === 'share' && better === 'high' ? 100 : Math.max(...values)
  return { top: top <= 0 ? 1 : top, bottom: Math.min(0, ...values) }
}
