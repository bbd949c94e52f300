import { Fragment, type ReactNode } from 'react'
import css from './facts.module.css'
import { Sub } from './text.tsx'

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
