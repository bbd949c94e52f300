import { describeFigure, formatFigure, SCORECARD_FIGURES, SCORECARD_KEYS, type Scorecard } from '@seriatim/schema'
import { useState } from 'react'
import { Card } from '../../ui/layout/card.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { SubText } from '../../ui/text/text.tsx'
import { formatMonth } from './format-month.ts'

/** Every month with every figure and the counts behind it. */
export function MonthsTable({ card }: { card: Scorecard }) {
  const [opened, setOpened] = useState(false)
  return (
    <Card label="Figures by month">
      <Disclosure title="Figures by month, as a table" opened={opened} onToggle={setOpened}>
        <PlainTable
          label="Figures by month"
          region="Figures by month, scrollable"
          head={['Month', ...SCORECARD_KEYS.map((key) => SCORECARD_FIGURES[key].label)]}
          small
        >
          {card.months.toReversed().map(({ month, figures }) => (
            <tr key={month}>
              <th scope="row">{formatMonth(month)}</th>
              {SCORECARD_KEYS.map((key) => (
                <td key={key}>
                  {formatFigure(key, figures[key])}
                  {key !== 'orders' && key !== 'units' && <SubText>{describeFigure(key, figures[key])}</SubText>}
                </td>
              ))}
            </tr>
          ))}
        </PlainTable>
      </Disclosure>
    </Card>
  )
}
