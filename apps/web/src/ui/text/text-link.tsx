import type { ReactNode } from 'react'
import { Link } from 'wouter'
import css from './text.module.css'

/** An underlined link, for use outside of sentences. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link className={css.link} href={href}>
    {children}
  </Link>
)
