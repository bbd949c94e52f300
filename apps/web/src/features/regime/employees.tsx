import { Box, Group, Stack } from '@mantine/core'
import {
  COUNTED_RULES,
  HEAD_COUNT_EXEMPTION,
  type HeadCount,
  isCountMissing,
  type Regime,
  writeFullTime,
  writeRuleAmount,
} from '@seriatim/schema'
import { IconCheck, IconHourglass } from '@tabler/icons-react'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Bar } from '../../ui/feedback/progress-bar.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Note } from '../../ui/layout/note.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import { Lines } from '../../ui/list/lines.tsx'
import { formatDate, formatDay, formatLongDate } from '../../ui/text/format.ts'
import { SubText } from '../../ui/text/text.tsx'

const { limit, countAsOf, until } = HEAD_COUNT_EXEMPTION

/** The newest head count beside the limit, and the history of head counts. */
export function Employees({ regime }: { regime: Regime }) {
  const { headCounts, day } = regime
  const [newest] = headCounts
  return (
    <Section title="Employees" aside={<StateBadge regime={regime} />}>
      <Stack gap="sm">
        <Card>
          {newest ? (
            <Meter count={newest} />
          ) : (
            <EmptyLine>There is no head count yet. Count your employees to see which rules apply.</EmptyLine>
          )}
          <Box px="md" pb="sm">
            <SubText>{writeFullTime()}</SubText>
          </Box>
          {headCounts.length > 0 && (
            <Box style={{ borderTop: 'var(--line) solid var(--hairline)' }}>
              <Lines label="Head counts" lines={headCounts.map(toLine)} />
            </Box>
          )}
        </Card>
        {day < until && <Note title={`Above ${limit} employees`}>{writeChange(day)}</Note>}
      </Stack>
    </Section>
  )
}

function toLine({ id, amount, asOf, isAttested, countedBy, countedAt, basis }: HeadCount) {
  return {
    key: id,
    name: `head count ${amount}`,
    content: (
      <>
        <b>{amount}</b>, {isAttested ? 'attested' : 'draft'}, as of {formatLongDate(asOf)}
      </>
    ),
    sub: `${isAttested ? 'Attested' : 'Counted'} by ${countedBy}, ${formatDate(countedAt)}. ${basis}`,
  }
}

function StateBadge({ regime }: { regime: Regime }) {
  const [newest] = regime.headCounts
  if (!newest) return <Badge meaning="attention">Never counted</Badge>
  if (!newest.isAttested)
    return (
      <Badge meaning="info" icon={IconHourglass}>
        {regime.day <= countAsOf ? `Draft until ${formatDay(countAsOf)}` : 'Draft'}
      </Badge>
    )
  if (isCountMissing(regime) && regime.day < until)
    return (
      <Badge meaning="info" icon={IconHourglass}>
        Count again on {formatDay(countAsOf)}
      </Badge>
    )
  return (
    <Badge meaning="done" icon={IconCheck}>
      Attested
    </Badge>
  )
}

/** Shows the head count on a bar whose scale extends somewhat beyond the limit. */
function Meter({ count: { amount, asOf } }: { count: HeadCount }) {
  const most = Math.max(30, Math.ceil((amount * 1.2) / 10) * 10)
  return (
    <Box px="md" pt="sm" pb="xs">
      <Group justify="space-between" gap="sm" mb="xs">
        <span>
          <Box component="b" fz={20}>
            {amount}
          </Box>{' '}
          as of {formatLongDate(asOf)}
        </span>
        <Box component="span" c="var(--ink-2)">
          limit {limit}
        </Box>
      </Group>
      <Bar done={amount} total={most} />
      <Box pos="relative" h={16} mt={4} fz="xs" lh="16px" c="var(--ink-2)" aria-hidden>
        <span>0</span>
        <Box component="span" pos="absolute" left={`${(limit / most) * 100}%`} style={{ transform: 'translateX(-50%)' }}>
          {limit}
        </Box>
        <Box component="span" pos="absolute" right={0}>
          {most}
        </Box>
      </Box>
    </Box>
  )
}

/** Says how many rules begin to apply if the head count is above the limit. */
function writeChange(day: string): string {
  const rules = `the ${writeRuleAmount(COUNTED_RULES)} that depend on the head count`
  return day <= countAsOf
    ? `With ${limit + 1} or more employees on ${formatLongDate(countAsOf)}, ${rules} apply to you from that day.`
    : `With ${limit + 1} or more employees as of ${formatLongDate(countAsOf)}, ${rules} apply to you now.`
}
