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
  /** What is being done. Without it the bar is decoration beside its numbers. */
  label?: string | undefined
}

/** One line of style; Mantine's Progress would bring two components and a sheet for it, so ours stays. `--bar-color` gives it another colour. */
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

/** A bar with its numbers: `41 of 96`. */
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
  /** "Reading ormsby-sept-full.zip" */
  what: string
  done: number
  total: number
  /** How much, how long still, and that one may leave. */
  children: ReactNode
}

/** Work that takes long: what, how much, how long still. */
export function LongWork({ what, done, total, children }: LongWorkProps) {
  return (
    <Stack gap="xs">
      <b>{what}</b>
      <Bar done={done} total={total} label={what} />
      <Muted>{children}</Muted>
    </Stack>
  )
}
