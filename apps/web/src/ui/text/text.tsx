import type { ComponentProps, ReactNode } from 'react'
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
export function SubText({ children, className }: TextProps) {
  return <span className={[css.sub, className].filter(Boolean).join(' ')}>{children}</span>
}

/** Read out, and not shown: what a sign or the place says to the eye. With a role it is read out anew whenever it changes. */
export function VisuallyHidden({ children, role }: { children: ReactNode; role?: 'status' | 'alert' }) {
  return (
    <span className={css.spoken} role={role}>
      {children}
    </span>
  )
}

/** A deed inside a sentence, drawn as a link is. */
export function LinkButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button type="button" className={css.link} {...props} />
}
