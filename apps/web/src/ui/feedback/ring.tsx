const radius = 24
const around = 2 * Math.PI * radius

interface RingProps {
  done: number
  total: number
  label: string
}

/** Font size in SVG units, so that a long number fits inside. */
const readSize = (left: number) => (left < 1000 ? 20 : left < 10_000 ? 14 : 12)

/** Progress ring: the filled arc shows how much is done, the number inside how much is left. Mantine's RingProgress would add a kilobyte. */
export function Ring({ done, total, label }: RingProps) {
  const isDone = total > 0 && done >= total
  const left = total - done
  const side = 'clamp(48px, 6vw, 64px)'
  return (
    <svg
      viewBox="0 0 56 56"
      role="img"
      aria-label={`${label}: ${left} of ${total} left`}
      data-done={isDone || undefined}
      fill="none"
      strokeWidth="5"
      style={{ flex: 'none', width: side, height: side }}
    >
      <circle cx="28" cy="28" r={radius} stroke="var(--track, var(--hairline))" />
      <circle
        cx="28"
        cy="28"
        r={radius}
        stroke={isDone ? 'var(--done)' : 'var(--action)'}
        strokeDasharray={`${total > 0 ? (done / total) * around : 0} ${around}`}
        transform="rotate(-90 28 28)"
      />
      {isDone ? (
        <path d="M18.5 29l6.5 6.5 13-13" stroke="var(--done-text)" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
      ) : (
        <text x="28" y="28" fill="currentColor" fontSize={readSize(left)} fontWeight="600" textAnchor="middle" dominantBaseline="central">
          {left}
        </text>
      )}
    </svg>
  )
}
