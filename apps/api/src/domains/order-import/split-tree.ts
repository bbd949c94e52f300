import type { LineRange } from '@seriatim/epcis'
import type { PackagedUnits } from './document.ts'

/** The packaging trees of the orders into which a document is split. Each line of the whole document's tree is in exactly one of these trees. */
export interface SplitTree {
  trees: PackagedUnits[]
  /** For each line of the whole tree, the index in `trees` of the tree that contains the line. */
  partOf: Int32Array
  /** For each line of the whole tree, its line number in the tree that contains it, from 0. */
  lineOf: Int32Array
}

/**
 * Divides a tree into one tree for each order, each in pre-order. If a unit's container belongs to another order, the unit is an outermost unit of
 * its own order. Takes memory in proportion to the lines, however many orders there are. @param partOf for each line the number of its order, from 0.
 */
export function splitTree(tree: PackagedUnits, partOf: Int32Array, parts: number): SplitTree {
  const counts = new Int32Array(parts)
  const lineOf = new Int32Array(tree.count)
  for (let line = 0; line < tree.count; line += 1) {
    const part = partOf[line] ?? 0
    lineOf[line] = counts[part] ?? 0
    counts[part] = (counts[part] ?? 0) + 1
  }
  const linesOf = Array.from(counts, (count) => new Int32Array(count))
  for (let line = 0; line < tree.count; line += 1) {
    const lines = linesOf[partOf[line] ?? 0]
    if (lines) lines[lineOf[line] ?? 0] = line
  }
  return {
    trees: linesOf.map((lines, part) => pickLines(tree, lines, (line) => (partOf[line] === part ? (lineOf[line] ?? -1) : -1))),
    partOf,
    lineOf,
  }
}

function pickLines(tree: PackagedUnits, lines: Int32Array, ownLine: (line: number) => number): PackagedUnits {
  const count = lines.length
  const at = (column: Int32Array | Uint8Array, index: number) => column[lines[index] ?? 0] ?? 0
  const parent = Int32Array.from(lines, (line) => ownLine(tree.parent[line] ?? -1))
  const last = Int32Array.from(lines, (_, index) => index)
  for (let line = count - 1; line >= 0; line -= 1) {
    const around = parent[line] ?? -1
    if (around >= 0) last[around] = Math.max(last[around] ?? 0, last[line] ?? 0)
  }
  const isMed = Uint8Array.from(lines, (_, index) => at(tree.isMed, index))
  const shipped = Uint8Array.from(lines, (_, index) => at(tree.shipped, index))
  const meds = isMed.reduce((sum, one) => sum + one, 0)
  return {
    count,
    kind: Uint8Array.from(lines, (_, index) => at(tree.kind, index)),
    gtinIndex: Int32Array.from(lines, (_, index) => at(tree.gtinIndex, index)),
    gtins: tree.gtins,
    ...pickSerials(tree, lines),
    parent,
    last,
    isMed,
    shipped,
    ilmd: Int32Array.from(lines, (_, index) => at(tree.ilmd, index)),
    facts: tree.facts,
    meds,
    shippedMeds: isMed.reduce((sum, one, line) => sum + (one === 1 ? (shipped[line] ?? 0) : 0), 0),
    packages: count - meds,
  }
}

function pickSerials(
  { serialBytes: all, serialEnds: ends }: PackagedUnits,
  lines: Int32Array,
): Pick<PackagedUnits, 'serialBytes' | 'serialEnds'> {
  const startOf = (line: number) => (line === 0 ? 0 : (ends[line - 1] ?? 0))
  const serialEnds = new Int32Array(lines.length)
  let end = 0
  for (const [index, line] of lines.entries()) {
    end += (ends[line] ?? 0) - startOf(line)
    serialEnds[index] = end
  }
  const serialBytes = new Uint8Array(end)
  for (const [index, line] of lines.entries())
    serialBytes.set(all.subarray(startOf(line), ends[line] ?? 0), index === 0 ? 0 : (serialEnds[index - 1] ?? 0))
  return { serialBytes, serialEnds }
}

/**
 * Divides the lines of one event's units among the orders.
 * @returns the lines by order number, as ascending, merged ranges.
 */
export function divideRanges(
  ranges: readonly LineRange[],
  { partOf, lineOf }: Pick<SplitTree, 'partOf' | 'lineOf'>,
): Map<number, LineRange[]> {
  const found = new Map<number, [number, number][]>()
  for (const [from, to] of ranges) {
    for (let line = from; line <= to; line += 1) {
      const part = partOf[line] ?? 0
      const own = lineOf[line] ?? 0
      const lines = found.get(part)
      const last = lines?.at(-1)
      if (last && own === last[1] + 1) last[1] = own
      else if (lines) lines.push([own, own])
      else found.set(part, [[own, own]])
    }
  }
  return found
}
