import { Group, Text } from '@mantine/core'
import { ClockChip, useNow } from './clock-chip.tsx'

/** A countdown, followed by the list of what is still missing before it can stop. */
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
