/** The mark: a tally of packages, the last one still open. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <g fill="var(--action)">
        <rect x="1" y="4" width="4" height="16" rx="1" />
        <rect x="7" y="4" width="4" height="16" rx="1" />
        <rect x="13" y="4" width="4" height="16" rx="1" />
      </g>
      <rect x="19.75" y="4.75" width="3.5" height="14.5" rx=".75" fill="none" stroke="var(--action)" strokeWidth="1.5" />
    </svg>
  )
}
