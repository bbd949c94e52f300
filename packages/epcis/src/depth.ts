import type { Findings, Place } from './finding.ts'
import type { Units } from './units.ts'

/**
 * Maximum number of nested containers. A unit in its case on its pallet has two containers around it, and no real packaging has ten. Without a limit,
 * a document of a few thousand lines could build a chain of containers that every later step has to follow.
 */
export const MAX_DEPTH = 32

/**
 * Number of units that are nested deeper than {@link MAX_DEPTH}. `first` is the first of them; -1 if there is none. In a cycle of containers, depth
 * is counted from the unit where the search enters the cycle.
 */
function tooDeep(units: Units): { readonly count: number; readonly first: number } {
  const walking = -1
  const depths = new Int32Array(units.count)
  const path: number[] = []
  let count = 0
  let first = -1
  for (let start = 0; start < units.count; start += 1) {
    const container = units.findParent(start)
    const around = container < 0 ? 0 : (depths[container] ?? 0)
    // Fast path for most units: the depth of the container is already known.
    if (depths[start] === 0 && around > 0 && around <= MAX_DEPTH) {
      depths[start] = around + 1
      continue
    }
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

/** Reports units that are nested too deeply, once per document. */
export function reportTooDeep(units: Units, findings: Findings, place: Place): void {
  const { count, first } = tooDeep(units)
  if (count === 0) return
  const what = count === 1 ? '1 unit is' : `${count} units are`
  const message = `${what} in more than ${MAX_DEPTH} nested containers, which does not occur in real packaging.`
  const hint =
    'Units nested deeper are shown next to their container. Compare the goods with the order; the sender must fix its packing events.'
  findings.report('EventListParentIdError', place, { message, hint, value: units.serial(first) })
}
