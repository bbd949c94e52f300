import type { ReactNode } from 'react'

interface CardProps {
  title?: ReactNode
  /** Right of the title. */
  aside?: ReactNode
  foot?: ReactNode
  className?: string
  children: ReactNode
}

/** White with one hairline and no shadow. Never a card in a card. */
export function Card({ title, aside, foot, className, children }: CardProps) {
  return (
    <section className={['card', className].filter(Boolean).join(' ')}>
      {(title || aside) && (
        <div className="card-head">
          {title && <h2>{title}</h2>}
          {aside && <span className="muted">{aside}</span>}
        </div>
      )}
      {children}
      {foot && <div className="card-foot">{foot}</div>}
    </section>
  )
}
