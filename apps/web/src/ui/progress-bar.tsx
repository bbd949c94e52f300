import type { ReactNode } from 'react'

function share(done: number, total: number): number {
  return total > 0 ? Math.min(100, Math.max(0, (done / total) * 100)) : 0
}

interface BarProps {
  done: number
  total: number
  /** What is being done. Without it the bar is decoration beside its numbers. */
  label?: string
}

export function Bar({ done, total, label }: BarProps) {
  const percent = share(done, total)
  const className = total > 0 && done >= total ? 'bar bar--done' : 'bar'
  const fill = <span style={{ width: `${percent}%` }} />
  if (!label) {
    return (
      <span className={className} aria-hidden="true">
        {fill}
      </span>
    )
  }
  return (
    <span
      className={className}
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      {fill}
    </span>
  )
}

/** A bar with its numbers: `41 of 96`. */
export function Progress({ done, total }: { done: number; total: number }) {
  return (
    <span className="progress">
      <Bar done={done} total={total} />
      <span className="num nowrap tabular">
        <b>{done.toLocaleString('en-US')}</b> of {total.toLocaleString('en-US')}
      </span>
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
    <div className="long-work">
      <p>
        <b>{what}</b>
      </p>
      <Bar done={done} total={total} label={what} />
      <p className="muted tabular">{children}</p>
    </div>
  )
}
