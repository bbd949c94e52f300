import type { ReactNode } from 'react'
import css from './phone-only.module.css'

interface OnlyProps {
  /** Whether the content is a block instead of inline. */
  block?: boolean | undefined
  children: ReactNode
}

const only = (where: string | undefined) =>
  function Only({ block, children }: OnlyProps) {
    const Part = block ? 'div' : 'span'
    return <Part className={where}>{children}</Part>
  }

/** Visible only on phones, where it shows the content of a column that is hidden there. */
export const PhoneOnly = only(css.phone)

export const DesktopOnly = only(css.desk)
