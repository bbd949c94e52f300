import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { decode } from '../src/index.ts'

type Scan = {
  readonly id: string
  readonly scan: string
  readonly 'gs1_syntax_engine_1.4.1'?: { readonly valid: boolean; readonly ai?: string }
}

/** The shared folder lies beside the checkout; without it there is nothing to compare with. */
const file = ['../../../../shared/', '../../../../../shared/']
  .map((up) => fileURLToPath(new URL(`${up}corpus/gs1/real-world-scans.json`, import.meta.url)))
  .find((path) => existsSync(path))
const scans: readonly Scan[] = file === undefined ? [] : JSON.parse(readFileSync(file, 'utf8'))

describe.skipIf(file === undefined)('scans collected from real labels', () => {
  it.each(scans.map((scan) => [scan.id, scan] as const))("%s is judged as GS1's own engine judges it", (_id, scan) => {
    const engine = scan['gs1_syntax_engine_1.4.1']
    const result = decode(scan.scan, { currentYear: 2026 })
    expect(result.ok).toBe(engine?.valid)
    if (!result.ok || engine?.ai === undefined) return
    expect(result.value.elements.map(({ ai, value }) => `(${ai})${value}`).join('')).toBe(engine.ai.replaceAll('\\', ''))
  })
})
