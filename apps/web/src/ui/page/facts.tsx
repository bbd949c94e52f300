import { Fragment, type ReactNode } from 'react'
import { Sub } from '../text/text.tsx'
import css from './facts.module.css'

export interface Fact {
  label: string
  value: ReactNode
  /** A smaller line under the value. */
  sub?: ReactNode
}

/** A description list: what is known about one thing. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(({ label, value, sub }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>
            {value ?? '–'}
            {sub && <Sub>{sub}</Sub>}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
