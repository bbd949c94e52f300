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
    <span className={stop ? 'count count--stop' : 'count'}>
      {n > 99 ? '99+' : n}
      <span className="vh"> {of}</span>
    </span>
  )
}
