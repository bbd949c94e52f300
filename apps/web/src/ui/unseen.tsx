import type { ReactNode } from 'react'
import css from './unseen.module.css'

/** Words for who listens to the page. */
export function Unseen({ children }: { children: ReactNode }) {
  return <span className={css.unseen}>{children}</span>
}
