import type { ReportRange } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import { wallClock } from '../../core/day.ts'
import type { CustomerTx } from '../../db/types.ts'

/** Contents of a report file. */
export interface ReportTable {
  title: string
  totals: (readonly [name: string, value: string])[]
  columns: { name: string; as?: 'figure' }[]
  rows: (string | number | null)[][]
  /** Figures for the whole range, printed above the rows. */
  parts?: { title: string; columns: ReportTable['columns']; rows: ReportTable['rows'] }[]
  /** Title of `rows`, printed above them if there are also `parts`. */
  rowsTitle?: string
  /** Number of rows in the range that `rows` does not include. */
  left: number
}

export type Reader = (tx: CustomerTx, session: Session, range: ReportRange, limit: number) => Promise<Omit<ReportTable, 'title'>>

export const when = ({ timeZone }: Session) => {
  const clock = wallClock(timeZone)
  return { name: `When (${timeZone})`, cell: (iso: string) => clock(new Date(iso)) }
}

export const figures = (names: readonly string[]) => names.map((name) => ({ name, as: 'figure' as const }))
