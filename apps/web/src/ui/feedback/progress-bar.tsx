import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Muted } from '../text/text.tsx'
import css from './progress-bar.module.css'

function share(done: number, total: number): number {
  return total > 0 ? Math.min(100, Math.max(0, (done / total) * 100)) : 0
}

interface BarProps {
  done: number
  total: number
  /** Name of the work in progress for screen readers. Omit it if the figures are next to the bar, which makes the bar decorative. */
  label?: string | undefined
}

/** A single styled element; Mantine's Progress would add two components and a stylesheet. `--bar-color` overrides the color. */
export function Bar({ done, total, label }: BarProps) {
  const percent = share(done, total)
  const isDone = total > 0 && done >= total
  const look = { className: css.bar, 'data-bar': true, 'data-done': isDone || undefined }
  const fill = <span className={css.fill} style={{ width: `${percent}%` }} />
  if (!label) {
    return (
      <span {...look} aria-hidden="true">
        {fill}
      </span>
    )
  }
  return (
    <span {...look} role="progressbar" aria-label={label} aria-valuenow={Math.round(percent)} aria-valuemin={0} aria-valuemax={100}>
      {fill}
    </span>
  )
}

/** A bar with its figures: `41 of 96`. */
export function Progress({ done, total }: { done: number; total: number }) {
  return (
    <span className={css.progress}>
      <Bar done={done} total={total} />
      <time>
        <b>{done.toLocaleString('en-US')}</b> of {total.toLocaleString('en-US')}
      </time>
    </span>
  )
}

interface LongWorkProps {
  /** The work, such as "Reading ormsby-sept-full.zip". */
  what: string
  done: number
  total: number
  /** Progress, remaining time, and a note that the user may leave. */
  children: ReactNode
}

/** Progress of long-running work. */
export function LongWork({ what, done, total, children }: LongWorkProps) {
  return (
    <Stack gap="xs">
      <b>{what}</b>
      <Bar done={done} total={total} label={what} />
      <Muted>{children}</Muted>
    </Stack>
  )
}
