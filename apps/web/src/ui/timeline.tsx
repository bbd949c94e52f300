import type { ReactNode } from 'react'

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

/** History grouped by who had it, newest first. */
export function Timeline({ custodies }: { custodies: readonly Custody[] }) {
  return custodies.map((custody) => (
    <section className="custody" key={custody.key}>
      <div className="custody-head">
        <h3>{custody.holder}</h3>
        {custody.place && <span className="muted">{custody.place}</span>}
      </div>
      <ol className="timeline">
        {custody.entries.map((entry) => (
          <li key={entry.key}>
            <time>{entry.time}</time>
            <span className={entry.kind && entry.kind !== 'event' ? `node node--${entry.kind}` : 'node'} aria-hidden="true" />
            <div>
              <b>{entry.what}</b>
              {entry.detail && <p className="muted">{entry.detail}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  ))
}
