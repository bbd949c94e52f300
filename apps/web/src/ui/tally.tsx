import css from './tally.module.css'

export type TallyCell = 'open' | 'on' | 'now' | 'held' | 'pending'

interface TallyProps {
  cells: readonly TallyCell[]
  label: string
}

/** One cell for one package, in the order of the file: the product's own mark, which no library has. `now` is the last scan. */
export function Tally({ cells, label }: TallyProps) {
  return (
    <span className={css.tally} role="img" aria-label={label}>
      {cells.map((cell, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
        <i key={at} data-cell={cell} />
      ))}
    </span>
  )
}
