import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** An import, including type imports: the file `from` imports the file `to`. Both paths are relative to the root of the scanned folder. */
export interface Arrow {
  from: string
  to: string
}

const IMPORT = /^(?:import|export)\b[^'"]*?\bfrom '(\.{1,2}\/[^']+)'|^import '(\.{1,2}\/[^']+)'|new URL\('(\.{1,2}\/[^']+\.ts)'/gm

/** Every relative import in our own code below `root`, except in tests and generated files. */
export function readArrows(root: string): Arrow[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|spec)\.tsx?$|node_modules/.test(path))
    .flatMap((from) =>
      [...readFileSync(join(root, from), 'utf8').matchAll(IMPORT)].flatMap((match): Arrow[] => {
        const target = resolve(root, dirname(from), match[1] ?? match[2] ?? match[3] ?? '')
        const to = relative(root, target).replaceAll('\\', '/')
        return to.startsWith('..') || !existsSync(target) ? [] : [{ from, to }]
      }),
    )
}

/**
 * Finds import cycles, largest first. A cycle is a group of files (or folders) in which each one imports every other, directly or through the rest of
 * the group.
 */
export function findCycles(arrows: readonly Arrow[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of arrows) {
    next.set(from, (next.get(from) ?? new Set()).add(to))
    if (!next.has(to)) next.set(to, new Set())
  }
  const reach = (start: string) => {
    const seen = new Set<string>()
    const open = [...(next.get(start) ?? [])]
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (seen.has(place)) continue
      seen.add(place)
      open.push(...(next.get(place) ?? []))
    }
    return seen
  }
  const reached = new Map([...next.keys()].map((place) => [place, reach(place)]))
  const done = new Set<string>()
  const cycles: string[][] = []
  for (const [place, ahead] of reached) {
    if (done.has(place)) continue
    const cycle = [place, ...[...ahead].filter((other) => other !== place && reached.get(other)?.has(place))]
    for (const member of cycle) done.add(member)
    cycles.push(cycle.toSorted())
  }
  return cycles.toSorted((one, other) => other.length - one.length)
}
