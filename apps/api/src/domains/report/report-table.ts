import type { ReportRange } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import type { CustomerTx } from '../../db/types.ts'

export interface ReportTable {
  title: string
  totals: (readonly [name: string, value: string])[]
  columns: { name: string; as?: 'figure' }[]
  /** A `Date` is an instant, which each file format writes in its own way. */
  rows: (string | number | Date | null)[][]
  /** Tables with figures for the whole range, printed above the table of `rows`. */
  parts?: { title: string; columns: ReportTable['columns']; rows: ReportTable['rows'] }[]
  /** Title that is printed above `rows` if there are also `parts`. */
  rowsTitle?: string
  /** Number of rows in the range that `rows` does not include. */
  left: number
}

export type Reader = (tx: CustomerTx, session: Session, range: ReportRange, limit: number) => Promise<Omit<ReportTable, 'title'>>

export const when = ({ timeZone }: Session) => ({ name: `When (${timeZone})`, cell: (iso: string) => new Date(iso) })

export const figures = (names: readonly string[]) => names.map((name) => ({ name, as: 'figure' as const }))
