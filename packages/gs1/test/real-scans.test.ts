import { describe, expect, test } from 'vitest'
import { decode } from '../src/index.ts'
import { collected } from './collected.ts'

interface Scan {
  readonly id: string
  readonly scan: string
  readonly expected_if_gs_restored?: string
  readonly 'gs1_syntax_engine_1.4.1'?: { readonly valid: boolean; readonly ai?: string }
}

const scans = (collected('real-world-scans.json') ?? []) as readonly Scan[] // the collected file is a list of scans
const shown = (elements: readonly { ai: string; value: string }[]) => elements.map(({ ai, value }) => `(${ai})${value}`).join('')

describe.skipIf(scans.length === 0)('scans collected from real labels', () => {
  test.each(scans.map((scan) => [scan.id, scan] as const))('get the same verdict from us as from GS1’s own engine: %s', (_id, scan) => {
    const engine = scan['gs1_syntax_engine_1.4.1']
    const result = decode(scan.scan, { currentYear: 2026 })
    expect(result.ok).toBe(engine?.valid)
    if (!result.ok || engine?.ai === undefined) return
    expect(shown(result.value.elements)).toBe(engine.ai.replaceAll('\\', ''))
  })

  test.each(scans.map((scan) => [scan.id, scan] as const))(
    'give the same result at the counter as in strict decoding if valid, and otherwise are read only if a single reading is possible: %s',
    (_id, scan) => {
      const strict = decode(scan.scan, { currentYear: 2026 })
      const result = decode(scan.scan, { currentYear: 2026, lenient: true })
      // Lenient decoding, which the counter uses, must give a valid scan the same result as strict decoding. Only a warning that a separator may be
      // missing can be added.
      if (strict.ok) expect(result.ok && { ...result.value, warnings: [] }).toEqual({ ...strict.value, warnings: [] })
      else if (result.ok) {
        expect(shown(result.value.elements)).toBe(scan.expected_if_gs_restored)
        expect(result.value.warnings).toEqual([expect.stringContaining('only one reading is possible')])
      }
    },
  )
})
