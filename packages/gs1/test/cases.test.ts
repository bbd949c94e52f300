import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { decode, encode } from '../src/index.ts'

/** Our own cases, one per line, written by hand from GS1's General Specifications, sections 3, 5.1, 7.8 and 7.11. */
const cases = readFileSync(fileURLToPath(new URL('cases.tsv', import.meta.url)), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [what: string, scan: string, expected: string])

function judge(scan: string): string {
  const result = decode(scan.replaceAll('{GS}', '\u001d'), { currentYear: 2026, companions: 'warn' })
  if (!result.ok) return `! ${result.error.code} ${result.error.position}`
  if (result.value.elements.length === 0) return `text ${result.value.text}`
  const written = encode(result.value.elements, { form: 'caret', companions: 'warn' })
  return written.ok ? written.value : `? ${written.error.message}`
}

test.each(cases)('[SCAN-005] a scan is decoded as documented: %s', (_what, scan, expected) => {
  expect(judge(scan)).toBe(expected)
})
