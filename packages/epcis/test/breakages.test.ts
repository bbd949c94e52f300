import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorTypes } from '../src/index.ts'
import { breakages } from './breakages.ts'
import { collectedFolder } from './collected.ts'
import { smallDocument, validate } from './helpers.ts'

const official = join(collectedFolder() ?? '', 'epcis-xml/gs1us-r13-direct-purchase-2.2.1.1.xml')
const sources: readonly (readonly [string, string])[] = [
  ['our own document', smallDocument()],
  ...(existsSync(official) ? [['the official example', readFileSync(official, 'utf8')] as const] : []),
]

/**
 * Error types that no edit of these documents can cause, because they occur only in documents with another structure; rules.test.ts covers these
 * types.
 */
const elsewhere = ['TransactionEventOneOfError', 'ShippedEpcAreParentOrDefinedError']

describe.each(sources)('one edit of %s', (_name, document) => {
  test('starts from a document that has no findings', () => {
    expect(validate(document)).toMatchObject({ verdict: 'ok', findings: [], document: { warnings: [] } })
  })

  test.each(breakages.map((breakage) => [breakage.type, breakage.what, breakage] as const))(
    '%s: %s',
    (type, _what, { edit, followers = [], isWarning }) => {
      const changed = edit(document)
      expect(changed).not.toBe(document)
      const { findings } = validate(changed)
      const others = [...new Set(findings.map((finding) => finding.type))].filter((found) => found !== type)
      expect(findings.map((finding) => finding.type)).toContain(type)
      expect(others.filter((found) => !followers.includes(found))).toEqual([])
      if (isWarning) expect(findings.every((finding) => finding.severity === 'warn' || finding.type !== type)).toBe(true)
    },
  )
})

test('every error type is covered by a test document that causes it', () => {
  expect(new Set([...breakages.map(({ type }) => type), ...elsewhere])).toEqual(new Set(errorTypes))
})
