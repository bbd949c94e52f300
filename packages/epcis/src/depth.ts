import type { Units } from './units.ts'

/**
 * How many containers may lie one inside another: a unit in its case on its pallet has two around it, and no real packaging has ten. Without
 * an end a document of a few thousand lines would be a tower that everything after it has to climb.
 */
export const MAX_DEPTH = 32

/** How many units lie deeper than {@link MAX_DEPTH}, and the first of them; -1 when there is none. Units in a ring count from where it is met. */
export function tooDeep(units: Units): { readonly count: number; readonly first: number } {
  const walking = -1
  const depths = new Int32Array(units.count)
  const path: number[] = []
  let count = 0
  let first = -1
  for (let start = 0; start < units.count; start += 1) {
    let at = start
    while (at >= 0 && depths[at] === 0) {
      depths[at] = walking
      path.push(at)
      at = units.findParent(at)
    }
    let depth = at >= 0 ? Math.max(depths[at] ?? 0, 0) : 0
    for (let unit = path.pop(); unit !== undefined; unit = path.pop()) {
      depth += 1
      depths[unit] = depth
    }
    if (depth <= MAX_DEPTH + 1) continue
    count += 1
    if (first < 0) first = start
  }
  return { count, first }
}
