import { cssVariable } from '../layout/css-variable.ts'
import css from './tally.module.css'

export interface TallyCell {
  is: 'open' | 'on' | 'held' | 'pending'
  /** Of several packages in one cell the share that is there, where it is not all. */
  part?: number
  /** The last scan. */
  now?: boolean
}

interface TallyProps {
  cells: readonly TallyCell[]
  label: string
  /** As wide as its place: in one line, or in as many as it takes. */
  fills?: 'line' | 'rows' | undefined
  /** Of a cell, as CSS says it. */
  height?: string | undefined
}

const looks = { none: css.tally, line: `${css.tally} ${css.wide}`, rows: `${css.tally} ${css.rows}` }

/** One cell for one package, in the order of the file: the product's own mark, which no library has. */
export function Tally({ cells, label, fills, height }: TallyProps) {
  return (
    <span className={looks[fills ?? 'none']} role="img" aria-label={label} style={height ? cssVariable('--h', height) : undefined}>
      {cells.map(({ is, part, now }, at) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
          key={at}
          data-is={is}
          data-now={now || undefined}
          style={part === undefined ? undefined : cssVariable('--part', `${part * 100}%`)}
        />
      ))}
    </span>
  )
}
