import { Group } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Glyph } from '../text/glyph.tsx'

const MINUTE = 60_000
const SOON_MS = 6 * 60 * MINUTE

/** Current time, updated every half minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE / 2)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Time until or since a deadline, in words: `19 h left`, `40 min left`, `overdue by 3 h`. */
export function clockWords(dueAt: number, now: number): string {
  const left = dueAt - now
  const minutes = Math.floor(Math.abs(left) / MINUTE)
  const amount =
    minutes >= 48 * 60 ? `${Math.floor(minutes / 1440)} days` : minutes >= 60 ? `${Math.floor(minutes / 60)} h` : `${minutes} min`
  return left >= 0 ? `${amount} left` : `overdue by ${amount}`
}

const looks = {
  far: { c: 'var(--ink-1)', bg: 'var(--card)', bd: '1px solid var(--edge)' },
  soon: { c: 'var(--attention-text)', bg: 'var(--attention-tint)', bd: '1px solid var(--attention-line)' },
  over: { c: 'var(--on-stop)', bg: 'var(--stop)', bd: '1px solid var(--stop)' },
}

/** Time left until something is due: amber in the last hours, then red with the word "overdue". */
export function ClockChip({ due }: { due: string }) {
  const now = useNow()
  const at = Date.parse(due)
  const look = looks[now > at ? 'over' : at - now < SOON_MS ? 'soon' : 'far']
  return (
    <Group
      component="span"
      display="inline-flex"
      gap={4}
      wrap="nowrap"
      h={24}
      px={8}
      bdrs="xl"
      fz="xs"
      fw={600}
      style={{ whiteSpace: 'nowrap' }}
      {...look}
    >
      <Glyph of={IconClock} size={14} />
      <time>{clockWords(at, now)}</time>
    </Group>
  )
}
