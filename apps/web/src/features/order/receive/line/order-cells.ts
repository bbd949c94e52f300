import { NOT_SHIPPED, PACKAGE, type ReceiveIndex } from '../receive-index.ts'

/** Up to this many meds, each cell represents a med; above this number, each cell represents a case. */
const MED_CELLS = 150
/** Maximum number of cells in the line; if there are more cases, a cell represents several of them. */
const MOST_CELLS = 160
/** Maximum number of pallets whose cases are shown as separate groups. If an order has more pallets, all its cases form a single group. */
const MOST_GROUPS = 8

export interface CellGroup {
  /** Line of the container whose contents the group shows; -1 for loose meds or the whole order. */
  line: number
  /** One entry per cell: the lines of its meds or cases. */
  cells: number[][]
}

export interface OrderCells {
  of: 'med' | 'case'
  /** Number of meds or cases that a cell represents. */
  each: number
  groups: CellGroup[]
}

/** Divides the whole order into few enough cells to fit on the screen; a cell is a med, a case or several cases. */
export function makeCells(index: ReceiveIndex): OrderCells {
  const units: number[] = []
  for (let line = 0; line < index.count; line += 1) {
    if (index.states[line] !== PACKAGE && index.states[line] !== NOT_SHIPPED) units.push(line)
  }
  if (units.length <= MED_CELLS) return { of: 'med', each: 1, groups: groupBy(index, units, 1) }
  const cases = [...new Set(units.map((line) => ((index.parents[line] ?? -1) >= 0 ? (index.parents[line] ?? line) : line)))]
  const each = Math.ceil(cases.length / MOST_CELLS)
  const of = cases.some((line) => index.states[line] === PACKAGE) ? 'case' : 'med'
  const groups = groupBy(index, cases, 1)
  if (each === 1 && groups.length <= MOST_GROUPS) return { of, each, groups }
  return { of, each, groups: [{ line: -1, cells: pieces(cases, each) }] }
}

function groupBy(index: ReceiveIndex, lines: readonly number[], each: number): CellGroup[] {
  const groups = new Map<number, number[]>()
  for (const line of lines) {
    const parent = index.parents[line] ?? -1
    const known = groups.get(parent)
    if (known) known.push(line)
    else groups.set(parent, [line])
  }
  return [...groups].map(([line, inside]) => ({ line, cells: pieces(inside, each) }))
}

function pieces(lines: readonly number[], size: number): number[][] {
  const cut: number[][] = []
  for (let at = 0; at < lines.length; at += size) cut.push(lines.slice(at, at + size))
  return cut
}
