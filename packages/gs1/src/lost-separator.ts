import { ruleAt } from './ai-rules.ts'
import { associate } from './associations.ts'
import type { DecodeError } from './decode-types.ts'
import type { Part } from './fault.ts'
import { judge } from './judge.ts'
import { failure, type Result, success } from './result.ts'

/** A stretch of a scan without any separator. `parts`: its elements if they can be read as they are, otherwise null. */
export interface Stretch {
  readonly from: number
  readonly to: number
  readonly parts: readonly Part[] | null
}

export interface RestoredScan {
  readonly parts: readonly Part[]
  readonly warnings: string[]
}

/** Maximum length, in characters, of a stretch of a scan that is searched for lost separators. The data on drug labels is much shorter. */
const MAX_STRETCH = 400
/** If a stretch of a scan can be read in more ways than this, none is chosen. */
const MAX_READINGS = 64

/** An element that may begin at a given position, and the index at which its value ends. */
interface Step {
  readonly part: Part
  readonly end: number
}

/**
 * Restores the separators that are missing in stretches of a scan. It tries every split of the stretches into valid elements (a reading), and drops
 * each reading that contradicts itself. If in some readings no element lacks an element that it requires, the other readings are dropped. Nothing is
 * guessed: only a single remaining reading is used.
 * @returns the elements; `ambiguous` if several readings remain; `strict` if none remains.
 */
export function restoreSeparators(text: string, stretches: readonly Stretch[], strict: DecodeError): Result<RestoredScan, DecodeError> {
  let readings: (readonly Part[])[] = [[]]
  for (const stretch of stretches) {
    const choices = stretch.parts === null ? cuts(text, stretch.from, stretch.to) : [stretch.parts]
    if (choices === null || choices.length * readings.length > MAX_READINGS) return failure(ambiguous(strict, MAX_READINGS + 1))
    readings = readings.flatMap((reading) => choices.map((choice) => [...reading, ...choice]))
  }
  const judged = readings.map((parts) => ({ parts, ...associate(parts) })).filter(({ error }) => error === null)
  const complete = judged.filter(({ missing }) => missing.length === 0)
  const possible = complete.length > 0 ? complete : judged
  const [reading, ...others] = possible
  if (reading === undefined) return failure(strict)
  if (others.length > 0) return failure(ambiguous(strict, possible.length))
  return success({ parts: reading.parts, warnings: reading.parts.flatMap((part, i) => warning(text, part, reading.parts[i + 1])) })
}

function warning(text: string, part: Part, next: Part | undefined): string[] {
  const end = part.position + part.value.length
  const isRestored = next !== undefined && !part.rule.predefined && end === next.position - next.rule.ai.length && end < text.length
  return isRestored ? [`The group separator after Application Identifier ${part.rule.ai} is missing; only one reading is possible`] : []
}

function ambiguous(strict: DecodeError, readings: number): DecodeError {
  const count = readings > MAX_READINGS ? `more than ${MAX_READINGS}` : `${readings}`
  return {
    ...strict,
    code: 'ambiguous',
    message: `${strict.message}: a group separator is missing, ${count} readings are possible`,
    readings,
  }
}

/**
 * Returns all ways to split text[from, to) into valid elements, built from the end; none if the text is too long, null if there are too many ways.
 */
function cuts(text: string, from: number, to: number): Part[][] | null {
  if (to - from > MAX_STRETCH) return []
  const steps: Step[][] = []
  const ways = new Float64Array(to - from + 1)
  ways[to - from] = 1
  for (let at = to - 1; at >= from; at -= 1) {
    const found = stepsAt(text, at, to, (end) => (ways[end - from] ?? 0) > 0)
    steps[at - from] = found
    for (const { end } of found) ways[at - from] = (ways[at - from] ?? 0) + (ways[end - from] ?? 0)
  }
  if ((ways[0] ?? 0) > MAX_READINGS) return null
  return follow(steps, 0, to - from, from)
}

function stepsAt(text: string, at: number, to: number, leadsOn: (end: number) => boolean): Step[] {
  const rule = ruleAt(text, at)
  if (rule === undefined) return []
  const start = at + rule.ai.length
  const steps: Step[] = []
  for (let end = start + (rule.predefined ? rule.max : rule.min); end <= Math.min(to, start + rule.max); end += 1) {
    if (!leadsOn(end)) continue
    const value = text.slice(start, end)
    if (judge(rule, value, start) === null) steps.push({ part: { rule, value, position: start }, end })
  }
  return steps
}

function follow(steps: readonly Step[][], at: number, size: number, from: number): Part[][] {
  if (at === size) return [[]]
  return (steps[at] ?? []).flatMap(({ part, end }) => follow(steps, end - from, size, from).map((rest) => [part, ...rest]))
}
