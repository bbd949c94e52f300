import type { ReactNode } from 'react'
import css from './phone-only.module.css'

interface OnlyProps {
  /** A line of its own. */
  block?: boolean | undefined
  children: ReactNode
}

const only = (where: string | undefined) =>
  function Only({ block, children }: OnlyProps) {
    const Part = block ? 'div' : 'span'
    return <Part className={where}>{children}</Part>
  }

/** Shown on a phone alone: what a column says elsewhere. */
export const PhoneOnly = only(css.phone)

/** Left out on a phone. */
export const DesktopOnly = only(css.desk)
