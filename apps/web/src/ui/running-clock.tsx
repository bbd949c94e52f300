import { ClockChip, useNow } from './clock-chip.tsx'

/** A clock that runs, and in words what stops it. */
export function RunningClock({ due, missing }: { due: string; missing: readonly string[] }) {
  const isOver = useNow() > Date.parse(due)
  return (
    <span className="running-clock">
      <ClockChip due={due} />
      <span className={isOver ? 'stop' : 'muted'}>
        {missing.map((one, at) => (at > 0 ? one.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()) : one)).join(', ')}
      </span>
    </span>
  )
}
