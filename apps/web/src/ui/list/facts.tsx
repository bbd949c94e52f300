import { Fragment, type ReactNode } from 'react'
import { SubText } from '../text/text.tsx'
import css from './facts.module.css'

export interface Fact {
  label: string
  value: ReactNode
  /** A smaller line under the value. */
  sub?: ReactNode
}

interface FactsProps {
  facts: readonly Fact[]
  /** Whether to use two columns where the width allows. */
  paired?: boolean | undefined
}

/** A description list with the facts about one thing. */
export function Facts({ facts, paired = false }: FactsProps) {
  return (
    <dl className={css.facts} data-paired={paired}>
      {facts.map(({ label, value, sub }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>
            {value ?? '–'}
            {sub && <SubText>{sub}</SubText>}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
