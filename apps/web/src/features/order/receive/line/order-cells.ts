import { NOT_SHIPPED, PACKAGE, type ReceiveIndex } from '../receive-index.ts'

/** Up to so many meds a cell is a med; beyond, a case. */
const MED_CELLS = 150
/** The line holds no more cells than this; beyond, a cell is several cases. */
const MOST_CELLS = 160
/** So many pallets still get a group each. */
const MOST_GROUPS = 8

export interface CellGroup {
  /** The package, -1 for what lies loose or for the whole order. */
  line: number
  /** Each cell is the meds or cases of these lines. */
  cells: number[][]
}

export interface OrderCells {
  of: 'med' | 'case'
  /** How many of them a cell stands for. */
  each: number
  groups: CellGroup[]
}

/** The whole order as one line, cut so that any order fits. */
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
