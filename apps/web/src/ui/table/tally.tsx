import { cssVariable } from '../layout/css-variable.ts'
import css from './tally.module.css'

export interface TallyCell {
  is: 'open' | 'on' | 'held' | 'pending'
  /** Fraction of the cell's packages that were received. Set only if some, but not all, of them were received. */
  part?: number
  /** True for the cell of the latest scan. */
  now?: boolean
}

interface TallyProps {
  cells: readonly TallyCell[]
  label: string
  /** Fills its container with one line or with as many rows as needed. */
  fills?: 'line' | 'rows' | undefined
  /** Height of a cell as a CSS length. */
  height?: string | undefined
}

const looks = { none: css.tally, line: `${css.tally} ${css.wide}`, rows: `${css.tally} ${css.rows}` }

/** One cell per package, in file order. This is the product's signature graphic; no library has one like it. */
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
