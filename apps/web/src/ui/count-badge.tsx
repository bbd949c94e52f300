import css from './count-badge.module.css'
import { Spoken } from './text.tsx'

interface CountBadgeProps {
  n: number
  /** What is counted, for who cannot see where it stands: "open", "without an incident number". */
  of: string
  stop?: boolean
}

/** A number where the hand goes next; nothing for none, 99+ beyond. */
export function CountBadge({ n, of, stop }: CountBadgeProps) {
  if (n <= 0) return null
  return (
    <span className={stop ? `${css.count} ${css.stop}` : css.count} data-count data-stop={stop || undefined}>
      {n > 99 ? '99+' : n}
      <Spoken> {of}</Spoken>
    </span>
  )
}
