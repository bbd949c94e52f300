import type { DecodeError } from './decode-types.ts'
import { readElements } from './element-string.ts'
import { fault, MAX_ELEMENTS, type Part } from './fault.ts'
import { type RestoredScan, restoreSeparators, type Stretch } from './lost-separator.ts'
import { failure, type Result, success } from './result.ts'

/**
 * Pairs of identifiers with values of variable length on a drug label. If the separator after the first identifier's value was lost, that value may
 * contain the second identifier's element. The third entry is the name of that element in the warning.
 */
const LOSABLE = [
  ['10', '21', 'a serial number'],
  ['21', '10', 'a lot number'],
] as const

/**
 * Warns if the value of a lot or serial number may contain another element that the label lacks, because the separator between the two was lost. The
 * label is valid in both readings, so the scan is used unchanged.
 */
function swallowed({ rule, value }: Part, parts: readonly Part[]): string[] {
  for (const [ai, other, what] of LOSABLE) {
    if (rule.ai !== ai || parts.some((part) => part.rule.ai === other)) continue
    const at = value.indexOf(other, 1)
    if (at > 0 && at + other.length < value.length)
      return [
        `The value of Application Identifier ${ai}, ${value}, may hold ${what} (${value.slice(at + other.length)}) whose group separator was lost`,
      ]
  }
  return []
}

/** Every form in which scanners send FNC1, including `]`, which is Ctrl+] without its Ctrl; none of these can be data. */
export const SEPARATORS = '\x1d^ \t]\u241d'

/**
 * Reads element strings as they arrive at the counter. FNC1 may have any form and may be repeated; if one was lost, the only possible reading is
 * restored. @see GS1 General Specifications, section 7.8.
 */
export function readLenient(text: string, start: number, end: number): Result<RestoredScan, DecodeError> {
  const stretches: Stretch[] = []
  const parts: Part[] = []
  let strict: DecodeError | null = null
  for (let from = start; from < end; ) {
    let to = from
    while (to < end && !SEPARATORS.includes(text.charAt(to))) to += 1
    if (to > from) {
      if (stretches.length === MAX_ELEMENTS) return failure(fault('too_many', `More than ${MAX_ELEMENTS} elements`, from))
      const read = readElements(text, from, to, '\x1d')
      stretches.push({ from, to, parts: read.ok ? read.value : null })
      if (read.ok) parts.push(...read.value)
      else strict ??= read.error
    }
    from = to + 1
  }
  if (stretches.length === 0) return failure(fault('empty', 'The barcode is empty', start))
  if (parts.length > MAX_ELEMENTS) return failure(fault('too_many', `More than ${MAX_ELEMENTS} elements`, end))
  return strict === null
    ? success({ parts, warnings: parts.flatMap((part) => swallowed(part, parts)) })
    : restoreSeparators(text, stretches, strict)
}
