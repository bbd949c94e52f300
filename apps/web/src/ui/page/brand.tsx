import { Link } from 'wouter'
import css from './brand.module.css'

interface BrandProps {
  /** Address that the logo and name link to; no link if undefined. */
  href?: string | undefined
  className?: string | undefined
}

/** Logo and name. */
export function Brand({ href, className }: BrandProps) {
  const classes = [css.brand, className].filter(Boolean).join(' ')
  const parts = (
    <>
      <BrandMark />
      <span>Seriatim</span>
    </>
  )
  if (!href) return <span className={classes}>{parts}</span>
  return (
    <Link className={classes} href={href} aria-label="Seriatim, home">
      {parts}
    </Link>
  )
}

/** Tally marks for packages, the last one still open. */
function BrandMark() {
  return (
    <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
      <g fill="var(--action)">
        <rect x="1" y="4" width="4" height="16" rx="1" />
        <rect x="7" y="4" width="4" height="16" rx="1" />
        <rect x="13" y="4" width="4" height="16" rx="1" />
      </g>
      <rect x="19.75" y="4.75" width="3.5" height="14.5" rx=".75" fill="none" stroke="var(--action)" strokeWidth="1.5" />
    </svg>
  )
}
