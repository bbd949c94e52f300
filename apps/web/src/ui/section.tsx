import { type ReactNode, useId } from 'react'
import css from './section.module.css'

interface SectionProps {
  title: string
  /** Right of the title: how many, since when. */
  aside?: ReactNode
  children: ReactNode
}

/** One part of a detail page, named by its title. */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        {aside && <span className={css.aside}>{aside}</span>}
      </div>
      {children}
    </section>
  )
}
