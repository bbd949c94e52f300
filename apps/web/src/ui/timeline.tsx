import type { ReactNode } from 'react'
import css from './timeline.module.css'

export interface TimelineEntry {
  key: string | number
  time: string
  what: ReactNode
  detail?: ReactNode
  /** A filled dot is a hand-over. */
  kind?: 'event' | 'hand' | 'done' | 'undo' | 'stop'
}

export interface Custody {
  key: string | number
  holder: ReactNode
  place?: ReactNode
  entries: readonly TimelineEntry[]
}

/** History grouped by who had it, newest first. Mantine's Timeline has no list, no time beside the line and no groups, so ours stays. */
export function Timeline({ custodies }: { custodies: readonly Custody[] }) {
  return custodies.map((custody) => (
    <section className={css.custody} key={custody.key}>
      <div className={css.head}>
        <h3>{custody.holder}</h3>
        {custody.place && <span className={css.place}>{custody.place}</span>}
      </div>
      <ol className={css.timeline}>
        {custody.entries.map((entry) => (
          <li key={entry.key} className={css.entry}>
            <time>{entry.time}</time>
            <span className={css.node} data-kind={entry.kind} aria-hidden="true" />
            <div>
              <b>{entry.what}</b>
              {entry.detail && <p className={css.detail}>{entry.detail}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  ))
}
