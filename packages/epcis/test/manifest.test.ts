import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { collectedFolder } from './collected.ts'
import { readTable, validate } from './helpers.ts'

interface Entry {
  readonly file: string
  readonly events: number | null
  readonly candidate_errors: Readonly<Record<string, unknown>> | null
}

const folder = join(collectedFolder() ?? '', 'epcis-xml')

describe.skipIf(collectedFolder() === null)('the collected documents', () => {
  const read = () => JSON.parse(readFileSync(join(folder, 'MANIFEST.json'), 'utf8')) as Entry[] // the collected documents' manifest has this shape

  test('produce the findings that their labels list, except for the differences in manifest-differences.tsv', () => {
    const found: string[] = []
    for (const { file, candidate_errors } of read()) {
      const ours = new Set<string>(validate(readFileSync(join(folder, file))).findings.map((finding) => finding.type))
      const labels = new Set(Object.keys(candidate_errors ?? {}))
      for (const type of ours) if (!labels.has(type)) found.push(`${file} ours ${type}`)
      for (const type of labels) if (!ours.has(type)) found.push(`${file} label ${type}`)
    }
    const table = readTable('manifest-differences.tsv')
    expect(found.sort()).toEqual(table.map(([file, side, type]) => `${file} ${side} ${type}`).sort())
    for (const [, , , why] of table) expect(why).toMatch(/\.$/)
  })

  test('have the number of events that the manifest expects', () => {
    for (const { file, events } of read()) {
      const { verdict, events: counted } = validate(readFileSync(join(folder, file)))
      if (verdict !== 'malformed' && events !== null) expect(`${file} ${counted}`).toBe(`${file} ${events}`)
    }
  })

  test('include the official example, which gives no findings', () => {
    expect(validate(readFileSync(join(folder, 'gs1us-r13-direct-purchase-2.2.1.1.xml')))).toMatchObject({
      verdict: 'ok',
      findings: [],
      document: { warnings: [], transactionStatement: true, guidelineVersion: 'GS1 US DSCSA R1.3' },
    })
  })
})
