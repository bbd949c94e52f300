import { Stack, Text } from '@mantine/core'
import {
  describeFigure,
  formatAmount,
  formatFigure,
  formatValue,
  SCORECARD_FIGURES,
  type Scorecard,
  type ScorecardKey,
} from '@seriatim/schema'
import { useId } from 'react'
import { Card } from '../../ui/layout/card.tsx'
import { Muted } from '../../ui/text/text.tsx'
import { MonthBars } from './month-bars.tsx'

/** One figure: its value for the period with the underlying counts, a chart by month, a comparison with the median partner, and its definition. */
export function FigureCard({ figure, card }: { figure: ScorecardKey; card: Scorecard }) {
  const { label, definition } = SCORECARD_FIGURES[figure]
  const total = card.total[figure]
  const { value: median } = card.medians[figure]
  const titleId = useId()
  return (
    <Card labelledBy={titleId}>
      <Stack gap="xs" p="md" h="100%">
        <h3 id={titleId}>{label}</h3>
        <div>
          <Text fz={20} lh="28px" fw={600}>
            {formatFigure(figure, total)}
          </Text>
          <p>{describeFigure(figure, total)}</p>
        </div>
        <MonthBars figure={figure} months={card.months} median={median} />
        <Muted>{describeMedian(figure, card.medians[figure])}</Muted>
        <Text fz="xs" lh="16px" c="var(--ink-2)">
          {definition}
        </Text>
      </Stack>
    </Card>
  )
}

function describeMedian(figure: ScorecardKey, { value, partners }: Scorecard['medians'][ScorecardKey]): string {
  if (value === null) return 'Too few partners with ten or more orders for a comparison'
  return `Median of ${formatAmount(partners, 'partner')}: ${formatValue(figure, value)}`
}
