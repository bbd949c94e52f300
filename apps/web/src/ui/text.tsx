import type { ReactNode } from 'react'
import css from './text.module.css'

interface TextProps {
  children: ReactNode
  className?: string | undefined
}

/** What stands back: a paragraph of its own. */
export function Muted({ children, className }: TextProps) {
  return <p className={[css.muted, className].filter(Boolean).join(' ')}>{children}</p>
}

/** The small line under what it belongs to. */
export function Sub({ children, className }: TextProps) {
  return <span className={[css.sub, className].filter(Boolean).join(' ')}>{children}</span>
}

/** Read out, and not shown: what a sign or the place says to the eye. */
export function Spoken({ children }: TextProps) {
  return <span className={css.spoken}>{children}</span>
}

/** A deed inside a sentence, drawn as a link is. */
export function LinkButton({ children, onClick }: TextProps & { onClick: () => void }) {
  return (
    <button type="button" className={css.link} onClick={onClick}>
      {children}
    </button>
  )
}
