import type { ReactNode } from 'react'
import css from './columns.module.css'

interface ColumnsProps {
  children: ReactNode
  className?: string | undefined
}

const joined = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

/** A wide column and a narrow one beside it; below each other where both do not fit. */
export const Columns = ({ children, className }: ColumnsProps) => <div className={joined(css.columns, className)}>{children}</div>

/** Its sections, with room between them. */
export const Column = ({ children, className }: ColumnsProps) => <div className={joined(css.column, className)}>{children}</div>
