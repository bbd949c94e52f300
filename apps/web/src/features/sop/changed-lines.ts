/** A line of a text that is compared with an earlier text. */
export interface ChangedLine {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/**
 * Compares two texts line by line, by their longest common subsequence. Texts of procedures have a few hundred lines, so the table of lengths stays
 * small.
 */
export function compareLines(before: string, after: string): ChangedLine[] {
  const [from, to] = [before.split('\n'), after.split('\n')]
  const lengths = Array.from({ length: from.length + 1 }, () => new Uint32Array(to.length + 1))
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0
  for (let row = from.length - 1; row >= 0; row -= 1)
    for (let column = to.length - 1; column >= 0; column -= 1) {
      const line = lengths[row]
      if (!line) continue
      line[column] = from[row] === to[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
    }
  const lines: ChangedLine[] = []
  let [row, column] = [0, 0]
  while (row < from.length || column < to.length) {
    const [old, fresh] = [from[row], to[column]]
    if (old !== undefined && old === fresh) {
      lines.push({ kind: 'same', text: old })
      row += 1
      column += 1
    } else if (old !== undefined && (fresh === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ kind: 'removed', text: old })
      row += 1
    } else {
      lines.push({ kind: 'added', text: fresh ?? '' })
      column += 1
    }
  }
  return lines
}
