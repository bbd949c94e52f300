import type { ReactNode } from 'react'
import css from './data-table.module.css'

/** Words of a cell that only a phone's card needs: no heading stands above it there. */
export const OnCard = ({ children }: { children: ReactNode }) => <span className={css.onCard}>{children}</span>
