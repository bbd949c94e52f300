import { Button } from '@mantine/core'
import { type DispenseOverview, formatCount } from '@seriatim/schema'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { formatDate } from '../../ui/text/format.ts'

interface DispenseDaysProps {
  days: DispenseOverview['days']
  /** The day whose checks are listed below. */
  shown: string
  onDay: (day: string) => void
}

/** Lists the number of checks, denials and warnings for each day. */
export function DispenseDays({ days, shown, onDay }: DispenseDaysProps) {
  if (days.length === 0)
    return (
      <Card>
        <EmptyLine>
          No checks yet. In Settings, Sign-in and security, create an access token with the scope “Ask whether a package may be dispensed”
          and give it to your pharmacy system.
        </EmptyLine>
      </Card>
    )
  return (
    <Card>
      <PlainTable label="Days" head={['Day', 'Checks', 'Denied', 'Warnings', '']} stacks>
        {days.map(({ day, checks, denied, warned }) => (
          <tr key={day}>
            <td>{formatDate(day)}</td>
            <td data-label="Checks">{formatCount(checks)}</td>
            <td data-label="Denied">{formatCount(denied)}</td>
            <td data-label="Warnings">{formatCount(warned)}</td>
            <td>
              <Button
                size="xs"
                aria-label={`Show checks of ${formatDate(day)}`}
                aria-pressed={day === shown}
                variant={day === shown ? 'filled' : 'default'}
                onClick={() => onDay(day)}
              >
                Show
              </Button>
            </td>
          </tr>
        ))}
      </PlainTable>
    </Card>
  )
}
