import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { sampleDocuments } from '../scripts/sample-documents.ts'
import { makeDocument } from '../src/index.ts'
import { smallDocument, validate } from './helpers.ts'

const makePath = (name: string) => fileURLToPath(new URL(`../../../samples/${name}`, import.meta.url))
const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url))
const run = (...words: string[]) => spawnSync(process.execPath, [cli, ...words], { encoding: 'utf8' })

describe('the sample documents', () => {
  test.each(Object.entries(sampleDocuments))('are exactly what the script sample-documents.ts generates: %s', (name, pieces) => {
    expect(readFileSync(makePath(name), 'utf8')).toBe([...pieces()].join(''))
  })

  test('include a clean order without findings', () => {
    const result = validate(readFileSync(makePath('small-clean-order.xml')))
    expect(result).toMatchObject({
      verdict: 'ok',
      findings: [],
      meds: 24,
      document: { shipTo: { gln: '0399993456780', owningGln: '0399999999991' } },
    })
  })

  test('include a second order with three kinds of findings', () => {
    const { findings } = validate(readFileSync(makePath('three-findings.xml')))
    expect(findings.map((finding) => finding.type)).toEqual([
      'MedVocabularyError',
      'EventListReadPointError',
      'EventListReadPointError',
      'AllMedsNotShippedError',
    ])
    expect(findings.at(-1)?.message).toBe('12 packages and 1 container in the document are in no shipment.')
  })
})

describe('the generator of documents', () => {
  test.each([1, 7, 100, 1000])('generates a clean document with %i meds', (meds) => {
    const products =
      meds === 1
        ? {
            products: [
              { ndc: '8801-0500-60', name: 'A & "B"', maker: 'C <D>', form: 'TABLET', strength: '1 mg', content: '60', lot: 'L1' },
            ],
          }
        : {}
    const text = smallDocument({ meds, perCase: 7, casesPerPallet: 3, ...products })
    expect(validate(text)).toMatchObject({ verdict: 'ok', findings: [], meds })
  })

  test('generates different serial numbers for a different seed', () => {
    const serials = (serialSeed: string) => new Set(smallDocument({ meds: 1000, serialSeed }).match(/sgtin:[0-9]+\.[0-9]+\.[0-9A-Z]+/g))
    const [one, two] = [serials('one'), serials('two')]
    expect(one.size).toBe(two.size)
    expect([...one].filter((serial) => two.has(serial))).toEqual([])
    expect([...one].every((serial) => serial.length === 'sgtin:038801.0050060.'.length + 12)).toBe(true)
    expect(
      [...makeDocument({ meds: 1, perCase: 1, casesPerPallet: 1, now: new Date(0), serialSeed: '', instanceIdentifier: '' })].length,
    ).toBeGreaterThan(3)
  })
})

describe('epcis-validate', { timeout: 60_000 }, () => {
  test('exits with 0 for a clean document, 1 for findings, and 2 for a wrong call or a missing file', () => {
    expect(run(makePath('small-clean-order.xml')).status).toBe(0)
    expect(run(makePath('three-findings.xml')).status).toBe(1)
    expect(run('no-such-file').status).toBe(2)
    expect(run().status).toBe(2)
    expect(run('--format', 'xml', 'x').status).toBe(2)
    expect(run('--help').stdout).toContain('Usage:')
  })

  test('writes one object for each file, including standard input', () => {
    const lines = run('--format=ndjson', makePath('small-clean-order.xml'), makePath('three-findings.xml')).stdout.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).verdict)).toEqual(['ok', 'reject'])
    const piped = execFileSync(process.execPath, [cli, '--format', 'json', '-'], {
      input: readFileSync(makePath('small-clean-order.xml')),
      encoding: 'utf8',
    })
    expect(JSON.parse(piped)).toMatchObject({ file: '-', events: 9, meds: 24, verdict: 'ok', findings: [], truncated: {} })
  })
})
