import { IconClock } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import css from './clock-chip.module.css'
import { Glyph } from './glyph.tsx'

const MINUTE = 60_000
const SOON_MS = 6 * 60 * MINUTE

/** The time, told anew every half minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE / 2)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** `19 h left`, `40 min left`, `overdue by 3 h`. */
export function clockWords(dueAt: number, now: number): string {
  const left = dueAt - now
  const minutes = Math.floor(Math.abs(left) / MINUTE)
  const amount =
    minutes >= 48 * 60 ? `${Math.floor(minutes / 1440)} days` : minutes >= 60 ? `${Math.floor(minutes / 60)} h` : `${minutes} min`
  return left >= 0 ? `${amount} left` : `overdue by ${amount}`
}

/** How long until something is due: amber in the last hours, red and in words once it is over. */
export function ClockChip({ due }: { due: string }) {
  const now = useNow()
  const at = Date.parse(due)
  const tone = now > at ? css.over : at - now < SOON_MS ? css.soon : undefined
  return (
    <span className={['clock', css.clock, tone].filter(Boolean).join(' ')}>
      <Glyph of={IconClock} size={14} /> {clockWords(at, now)}
    </span>
  )
}
