import type { ComponentProps, ReactNode } from 'react'
import css from './text.module.css'

interface TextProps {
  children: ReactNode
  className?: string | undefined
}

/** A de-emphasized paragraph. */
export function Muted({ children, className }: TextProps) {
  return <p className={[css.muted, className].filter(Boolean).join(' ')}>{children}</p>
}

/** Small text that explains or supplements the element above it. */
export function SubText({ children, className }: TextProps) {
  return <span className={[css.sub, className].filter(Boolean).join(' ')}>{children}</span>
}

/** Text that only screen readers present, such as the meaning of an icon. With `role`, they also announce every change of the text. */
export function VisuallyHidden({ children, role }: { children: ReactNode; role?: 'status' | 'alert' }) {
  return (
    <span className={css.spoken} role={role}>
      {children}
    </span>
  )
}

/** An inline button styled as a link. */
export function LinkButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button type="button" className={css.link} {...props} />
}
