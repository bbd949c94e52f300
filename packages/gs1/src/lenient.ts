import type { DecodeError } from './decode-types.ts'
import { readElements } from './element-string.ts'
import { fault, MAX_ELEMENTS, type Part } from './fault.ts'
import { type Restored, restoreSeparators, type Stretch } from './lost-separator.ts'
import { failure, type Result, success } from './result.ts'

/** Every clothing in which scanners send FNC1, `]` being Ctrl+] without its Ctrl; none of these can be data. */
const separators = '\x1d^ \t]\u241d'

/**
 * Reads element strings as the counter gets them: any clothing of FNC1, one or several, and where one was lost the only possible reading.
 *
 * @see GS1 General Specifications, section 7.8.
 */
export function readLenient(text: string, start: number, end: number): Result<Restored, DecodeError> {
  const stretches: Stretch[] = []
  const parts: Part[] = []
  let strict: DecodeError | null = null
  for (let from = start; from < end; ) {
    let to = from
    while (to < end && !separators.includes(text.charAt(to))) to += 1
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
  return strict === null ? success({ parts, warnings: [] }) : restoreSeparators(text, stretches, strict)
}
