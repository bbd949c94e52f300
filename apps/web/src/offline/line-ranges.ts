/** A range of an order's lines: the first and the last one, both inclusive. */
export type LineRange = readonly [from: number, to: number]

/** Compresses ascending lines to the fewest ranges. */
export function toRanges(lines: readonly number[]): LineRange[] {
  const ranges: [number, number][] = []
  for (const line of lines) {
    const last = ranges.at(-1)
    if (last && last[1] === line - 1) last[1] = line
    else ranges.push([line, line])
  }
  return ranges
}
