import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type DocumentOptions, makeDocument, type Options, SAMPLE_PRODUCTS, type Validation, validateEpcis } from '../src/index.ts'

/** Makes a small complete document: two products, four meds in two cases on one pallet. */
export function smallDocument(options: Partial<DocumentOptions> = {}): string {
  const defaults = {
    meds: 4,
    perCase: 2,
    casesPerPallet: 2,
    products: SAMPLE_PRODUCTS.slice(0, 2),
    now: new Date('2026-10-01T14:00:00Z'),
    serialSeed: 'rules',
    instanceIdentifier: 'T-1',
  }
  return [...makeDocument({ ...defaults, ...options })].join('')
}

export function validate(text: string | Uint8Array, options: Options = {}): Validation {
  return validateEpcis(typeof text === 'string' ? new TextEncoder().encode(text) : text, {}, options)
}

/** Replaces one occurrence of `from`, by default the first (counted from 1), and asserts that it exists. */
export function edited(text: string, from: string | RegExp, to: string, occurrence = 1): string {
  let count = 0
  const pattern =
    typeof from === 'string'
      ? new RegExp(from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g')
      : new RegExp(from.source, `${from.flags.replace('g', '')}g`)
  let done = false
  const result = text.replace(pattern, (match) => {
    count += 1
    if (count !== occurrence) return match
    done = true
    return to
  })
  if (!done) throw new Error(`not in the document: ${from}`)
  return result
}

/** Reads the rows of a table that is stored next to the tests, without its header line. */
export function readTable(name: string): string[][] {
  const lines = readFileSync(fileURLToPath(new URL(name, import.meta.url)), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
  return lines.map((line) => line.split('\t'))
}
