import { Group, Text } from '@mantine/core'
import { ClockChip, useNow } from './clock-chip.tsx'

/** Countdown to a deadline, followed by what still has to happen before the countdown stops, such as "FDA not notified". */
export function RunningClock({ due, missing }: { due: string; missing: readonly string[] }) {
  const isOver = useNow() > Date.parse(due)
  return (
    <Group component="span" display="inline-flex" gap="2px 8px">
      <ClockChip due={due} />
      <Text span fz="xs" fw={isOver ? 500 : 400} c={isOver ? 'var(--stop-text)' : 'var(--ink-2)'}>
        {missing.map((one, at) => (at > 0 ? one.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()) : one)).join(', ')}
      </Text>
    </Group>
  )
}
