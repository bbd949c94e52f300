import { Box, Group } from '@mantine/core'
import { listRegimeDue, type Regime } from '@seriatim/schema'
import { IconClock } from '@tabler/icons-react'
import { Badge, type Meaning } from '../../ui/feedback/badge.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { DividedList } from '../../ui/list/divided-list.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { formatAmount, formatLongDate, untilWords } from '../../ui/text/format.ts'
import css from './regime.module.css'

/** Number of days before a due day at which the clock icon of the entry turns amber. */
const SOON_DAYS = 30

/**
 * Lists the next dates: when employees must be counted, when the head count is due for review, when contract rules end, and when the exemption for
 * small dispensers ends.
 */
export function DueNext({ regime }: { regime: Regime }) {
  const { day } = regime
  const due = listRegimeDue(regime, day)
  return (
    <Section title="Due next">
      <Card>
        {due.length === 0 ? (
          <EmptyLine>Nothing is due. This list shows when your head count is due for review and when rules end.</EmptyLine>
        ) : (
          <DividedList label="Due next">
            {due.map(({ what, id, on, daysLeft, words }) => (
              <Group component="li" key={`${what}-${id}`} gap="xs" justify="space-between" className={css.due ?? ''}>
                <Box component="b" flex="0 0 104px">
                  {formatLongDate(on)}
                </Box>
                <span>{words}</span>
                <Badge icon={IconClock} meaning={clockMeaning(daysLeft)}>
                  {daysLeft < 0 ? `${formatAmount(-daysLeft, 'day')} overdue` : capital(untilWords(on, day))}
                </Badge>
              </Group>
            ))}
          </DividedList>
        )}
      </Card>
    </Section>
  )
}

function clockMeaning(daysLeft: number): Meaning | undefined {
  if (daysLeft < 0) return 'stop'
  return daysLeft <= SOON_DAYS ? 'attention' : undefined
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
