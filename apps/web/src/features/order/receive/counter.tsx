import { countOf, formatCount, formatTime } from '../../../ui/format.ts'
import type { LogEntry } from './receive-types.ts'
import { SmallShape } from './result-shape.tsx'
import { type Known, tailOf, wordsOf } from './result-words.ts'
import { minutesLeft } from './scan-result.ts'

/** A guess over a longer time helps nobody. */
const LONGEST = 12 * 60

interface CounterProps {
  known: Known
  log: readonly LogEntry[]
  events: readonly { at: number; meds: number }[]
}

/** How far the order is, large, and what the last ten scans were. */
export function Counter({ known, log, events }: CounterProps) {
  const { received, total } = known.index.order
  const left = total - received
  const isLong = formatCount(received).length + formatCount(total).length > 5
  const minutes = left > 0 ? minutesLeft(events, left) : undefined
  return (
    <section className="card" aria-label="Running count and last scans">
      <div className="counter">
        <h2>Received</h2>
        <p className={isLong ? 'counter-n is-stacked' : 'counter-n'} data-digits={formatCount(received).length}>
          {formatCount(received)}
          <span>of {formatCount(total)}</span>
        </p>
        <p className="counter-left">
          <b>{left === 0 ? 'Nothing left' : `${formatCount(left)} left`}</b>
          {minutes !== undefined && minutes <= LONGEST && <span className="muted">{paceWords(minutes)}</span>}
        </p>
      </div>
      <div className="last">
        <div className="card-head">
          <h2 id="receive-last">Last ten scans</h2>
        </div>
        {log.length === 0 ? <p className="last-none">Each scan is listed here, newest first.</p> : <Scans known={known} log={log} />}
      </div>
    </section>
  )
}

function paceWords(minutes: number): string {
  if (minutes < 90) return `about ${minutes} min`
  return `about ${countOf(Math.round(minutes / 60), 'hour')}`
}

function Scans({ known, log }: { known: Known; log: readonly LogEntry[] }) {
  return (
    <ol aria-labelledby="receive-last">
      {log.map((entry) => {
        if ('heard' in entry) {
          const { id, at, words, tail, undone } = entry.heard
          return (
            <Scan
              key={id}
              tone={undone ? 'info' : 'done'}
              shape={undone ? 'back' : 'disc'}
              title={undone ? 'Undone' : 'Received'}
              what={words}
              tail={tail}
              at={at}
              quiet
            />
          )
        }
        const { result } = entry
        const { shape, tone, title, short } = wordsOf(known, result)
        const one =
          'line' in result && result.line >= 0 && !(result.kind === 'received' && result.of !== 'med')
            ? tailOf(known.index.keys[result.line] ?? '')
            : ''
        const read = result.kind === 'missing' && result.reading.kind === 'unit' ? tailOf(result.reading.serialNumber) : ''
        const what = result.kind === 'received' && result.of !== 'med' ? `${formatCount(result.amount)}: ${short}` : short
        return <Scan key={result.id} tone={tone} shape={shape} title={title} what={what} tail={one || read} at={result.at} />
      })}
    </ol>
  )
}

interface ScanProps {
  tone: string
  shape: Parameters<typeof SmallShape>[0]['shape']
  title: string
  what: string
  tail: string
  at: string
  /** Not from here. */
  quiet?: boolean
}

function Scan({ tone, shape, title, what, tail, at, quiet }: ScanProps) {
  return (
    <li className={quiet ? 'is-quiet' : undefined}>
      <span className={tone} role="img" aria-label={title}>
        <SmallShape shape={shape} />
      </span>
      <span className={tail ? 'what' : 'what is-wide'} title={what}>
        {what}
      </span>
      {tail && <span className="code">{tail}</span>}
      <time dateTime={at}>{formatTime(at).slice(0, 5)}</time>
    </li>
  )
}
