import type { ReactNode } from 'react'
import css from './columns.module.css'

interface ColumnsProps {
  children: ReactNode
  className?: string | undefined
}

const joined = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

/** A wide and a narrow column. Where the screen is too narrow for both, the second column is below the first. */
export const Columns = ({ children, className }: ColumnsProps) => <div className={joined(css.columns, className)}>{children}</div>

/** One column whose sections are spaced apart. */
export const Column = ({ children, className }: ColumnsProps) => <div className={joined(css.column, className)}>{children}</div>
