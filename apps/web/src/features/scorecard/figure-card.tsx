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
import css from './scorecard.module.css'

/** One figure: its value of the period with the counts behind it, its months, the comparison, and its definition. */
export function FigureCard({ figure, card }: { figure: ScorecardKey; card: Scorecard }) {
  const { label, definition } = SCORECARD_FIGURES[figure]
  const total = card.total[figure]
  const { value: median } = card.medians[figure]
  const titleId = useId()
  return (
    <Card labelledBy={titleId}>
      <div className={css.figure}>
        <h3 id={titleId}>{label}</h3>
        <p>
          <span className={css.value}>{formatFigure(figure, total)}</span>
          <br />
          <span className={css.counts}>{describeFigure(figure, total)}</span>
        </p>
        <MonthBars figure={figure} months={card.months} median={median} />
        <Muted className={css.compared}>{describeMedian(figure, card.medians[figure])}</Muted>
        <p className={css.definition}>{definition}</p>
      </div>
    </Card>
  )
}

function describeMedian(figure: ScorecardKey, { value, partners }: Scorecard['medians'][ScorecardKey]): string {
  if (value === null) return 'Too few partners with ten orders to compare'
  return `Median of ${formatAmount(partners, 'partner')}: ${formatValue(figure, value)}`
}
