import { IconCheck } from '@tabler/icons-react'
import { Glyph } from './glyph.tsx'
import css from './ring.module.css'

const radius = 24
const around = 2 * Math.PI * radius

interface RingProps {
  done: number
  total: number
  label: string
}

/** How much is left: the number inside says what is left, the line what is done. Two circles; Mantine's RingProgress is a kilobyte for them, so ours stays. */
export function Ring({ done, total, label }: RingProps) {
  const complete = total > 0 && done >= total
  const filled = total > 0 ? (done / total) * around : 0
  return (
    <span
      className={`ring ${css.ring}`}
      data-done={complete || undefined}
      role="img"
      aria-label={`${label}: ${total - done} of ${total} left`}
    >
      <svg className={css.circles} viewBox="0 0 56 56" aria-hidden="true">
        <circle className={css.track} cx="28" cy="28" r={radius} />
        <circle cx="28" cy="28" r={radius} strokeDasharray={`${filled} ${around}`} />
      </svg>
      {complete ? <Glyph of={IconCheck} size={28} className={css.sign} /> : total - done}
    </span>
  )
}
