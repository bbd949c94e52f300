import { type LineRange, readSerial } from '@seriatim/epcis'
import type { PackagedUnits } from './document.ts'

/** The lines of a document that belong to one of its orders. */
export interface TreePart {
  tree: PackagedUnits
  /** For each line of the whole tree its line in this part, -1 if it is in another one. */
  lineOf: Int32Array
}

/**
 * Divides a tree into one tree for each order, each in pre-order. A unit whose container goes to another order stands alone in its own.
 *
 * @param partOf for each line the number of its part, from 0.
 */
export function splitTree(tree: PackagedUnits, partOf: Int32Array, parts: number): TreePart[] {
  return Array.from({ length: parts }, (_, part) => {
    const lines: number[] = []
    const lineOf = new Int32Array(tree.count).fill(-1)
    for (let line = 0; line < tree.count; line += 1) if (partOf[line] === part) lineOf[line] = lines.push(line) - 1
    return { tree: pickLines(tree, lines, lineOf), lineOf }
  })
}

function pickLines(tree: PackagedUnits, lines: readonly number[], lineOf: Int32Array): PackagedUnits {
  const count = lines.length
  const at = (column: Int32Array | Uint8Array, index: number) => column[lines[index] ?? 0] ?? 0
  const parent = Int32Array.from(lines, (line) => lineOf[tree.parent[line] ?? -1] ?? -1)
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

function pickSerials(tree: PackagedUnits, lines: readonly number[]): Pick<PackagedUnits, 'serialBytes' | 'serialEnds'> {
  const texts = lines.map((line) => Buffer.from(readSerial(tree, line), 'latin1'))
  const serialEnds = new Int32Array(lines.length)
  const serialBytes = new Uint8Array(texts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const [line, text] of texts.entries()) {
    serialBytes.set(text, end)
    end += text.length
    serialEnds[line] = end
  }
  return { serialBytes, serialEnds }
}

/** The lines of a part that an event names, ascending and merged. */
export function pickRanges(ranges: readonly LineRange[], lineOf: Int32Array): LineRange[] {
  const found: [number, number][] = []
  for (const [from, to] of ranges) {
    for (let line = from; line <= to; line += 1) {
      const own = lineOf[line] ?? -1
      if (own < 0) continue
      const last = found.at(-1)
      if (last && own === last[1] + 1) last[1] = own
      else found.push([own, own])
    }
  }
  return found
}
