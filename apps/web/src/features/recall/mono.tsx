import type { ReactNode } from 'react'
import css from './recall.module.css'

/** A lot, an NDC or a recall number: each sign stands by itself. */
export function Mono({ children }: { children: ReactNode }) {
  return <span className={css.mono}>{children}</span>
}
