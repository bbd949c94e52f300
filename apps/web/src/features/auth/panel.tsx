import { Box } from '@mantine/core'
import { type FormEvent, type ReactNode, useId } from 'react'
import css from './auth.module.css'

interface PanelProps {
  title: string
  lede?: ReactNode
  /** Called on submit; if it is set, the panel is a form. */
  onSubmit?: (event: FormEvent) => void
  links?: ReactNode
  children?: ReactNode
}

/** One step of signing in, centered on the screen. */
export function Panel({ title, lede, onSubmit, links, children }: PanelProps) {
  const id = useId()
  const parts = (
    <>
      <div>
        <h1 id={id}>{title}</h1>
        {lede && (
          <Box component="p" c="var(--ink-2)">
            {lede}
          </Box>
        )}
      </div>
      {children}
      {links && <div className={css.links}>{links}</div>}
    </>
  )
  if (!onSubmit) return <section className={css.panel}>{parts}</section>
  return (
    <form className={css.panel} aria-labelledby={id} onSubmit={onSubmit} noValidate>
      {parts}
    </form>
  )
}
