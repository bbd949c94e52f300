import type { ReactNode } from 'react'
import { Link } from 'wouter'
import css from './text.module.css'

/** A link that stands alone, where a line under it has to say that it is one. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link className={css.link} href={href}>
    {children}
  </Link>
)
