import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { makeDocument, type SampleFormat } from '../src/index.ts'
import { collectedFolder } from './collected.ts'
import { readTable, validate } from './helpers.ts'
import { toJson } from './to-json.ts'

const collected = collectedFolder()
const folder = join(collected ?? '', 'epcis-json')

/** Returns a function that validates a document against GS1's own schema of EPCIS 2.0 JSON, including formats, as GS1's `validate-all.sh` does. */
function makeSchemaJudge(): (document: unknown) => string[] {
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const isValid = ajv.compile(JSON.parse(readFileSync(join(folder, 'EPCIS-JSON-Schema.json'), 'utf8')))
  return (document) => (isValid(document) ? [] : (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`))
}

// The body of a skipped describe still runs, so it must not read the folder of collected documents, which is missing in that case.
describe.skipIf(collected === null)('EPCIS 2.0 judged by GS1’s JSON schema and by our rules', () => {
  const names = collected === null ? [] : readdirSync(folder).filter((name) => /^(gs1-|oe-|cardinal)/.test(name))

  test('gives the verdicts recorded in judges-20.tsv for every collected document', () => {
    const judge = makeSchemaJudge()
    const found = names.map((name) => {
      const bytes = readFileSync(join(folder, name))
      const { verdict, findings, document } = validate(bytes)
      const types = [...new Set<string>([...findings.map(({ type }) => type), ...document.warnings.map(({ code }) => code)])].sort()
      return [name, judge(JSON.parse(bytes.toString('utf8'))).length === 0 ? 'valid' : 'invalid', verdict, types.join(' ')]
    })
    expect(found.sort()).toEqual(
      readTable('judges-20.tsv')
        .map(([name, schema, ours, types]) => [name, schema, ours, types])
        .sort(),
    )
  })

  test('each document that only we reject has a DSCSA reason, and each document that only the schema rejects has a finding', () => {
    const reasons = new Map(readTable('judges-20-rules.tsv').map(([type, why]) => [type, why]))
    for (const [name, schema, , types = '', answer = ''] of readTable('judges-20.tsv')) {
      const ours = types.split(' ')
      if (schema === 'invalid') expect([name, ours.includes(answer)]).toEqual([name, true])
      else for (const type of ours) expect([name, type, reasons.get(type) ?? '']).toEqual([name, type, expect.stringMatching(/\.$/)])
    }
  })

  test.each(['json', 'links'] satisfies SampleFormat[])('a generated document is valid: %s', (format) => {
    const options = { meds: 40, perCase: 4, casesPerPallet: 3, now: new Date(), serialSeed: 'judge', instanceIdentifier: 'J-1', format }
    expect(makeSchemaJudge()(JSON.parse([...makeDocument(options)].join('')))).toEqual([])
  })
})

describe.skipIf(collected === null)('a collected document of EPCIS 1.2 and its 2.0 form', () => {
  const xmlFolder = join(collected ?? '', 'epcis-xml')
  const readable = () =>
    readdirSync(xmlFolder).flatMap((name) => {
      const xml = readFileSync(join(xmlFolder, name), 'utf8')
      if (!name.endsWith('.xml') || !xml.includes('urn:epcglobal:epcis:xsd:1')) return []
      const before = validate(readFileSync(join(xmlFolder, name)))
      return before.verdict === 'malformed' ? [] : [{ name, before, json: JSON.stringify(toJson(xml)) }]
    })

  test('have the same findings, except for the differences in judges-20-pairs.tsv', () => {
    const found: string[] = []
    for (const { name, before, json } of readable()) {
      const after = validate(json)
      const types = ({ findings }: typeof before) => new Set<string>(findings.map(({ type }) => type))
      const [xmlTypes, jsonTypes] = [types(before), types(after)]
      for (const type of xmlTypes) if (!jsonTypes.has(type)) found.push(`${name} xml ${type}`)
      for (const type of jsonTypes) if (!xmlTypes.has(type)) found.push(`${name} json ${type}`)
      expect([name, after.meds]).toEqual([name, before.meds])
    }
    const table = readTable('judges-20-pairs.tsv')
    expect(found.sort()).toEqual(table.map(([name, side, type]) => `${name} ${side} ${type}`).sort())
    for (const [, , , why] of table) expect(why).toMatch(/\.$/)
  })

  test.each(['gs1us-r13-direct-purchase-2.2.1.1.xml', 'cardinal-r12-sample.xml'])(
    'have no violations of GS1’s JSON schema in the 2.0 form: %s',
    (name) => {
      const json: unknown = JSON.parse(JSON.stringify(toJson(readFileSync(join(xmlFolder, name), 'utf8'))))
      expect(makeSchemaJudge()(json)).toEqual([])
    },
  )
})
