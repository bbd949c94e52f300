import { describe, expect, test } from 'vitest'
import { aiTableText, makeRows } from '../scripts/ai-table-text.ts'
import { AI_ROWS } from '../src/ai-table.ts'
import { aiRules, DICTIONARY_RELEASE, findAiRule, LINTERS } from '../src/index.ts'
import { collectedText } from './collected.ts'

const dictionary = collectedText('gs1-syntax-dictionary.txt')

describe('the table of application identifiers', () => {
  test.skipIf(dictionary === null)('[SCAN-016] matches the dictionary, row by row', () => {
    expect(AI_ROWS).toEqual(makeRows(dictionary ?? ''))
    expect(aiTableText(dictionary ?? '', 'x')).toContain("export const DICTIONARY_RELEASE = 'x'")
    expect(DICTIONARY_RELEASE).toMatch(/^gs1-syntax-dictionary@[0-9a-f]{7}/)
  })

  test('implements every linter that the GS1 Syntax Dictionary names', () => {
    const named = new Set(aiRules.flatMap(({ components }) => components.flatMap(({ lint }) => lint)))
    expect([...named].filter((name) => !LINTERS.has(name))).toEqual([])
    expect(named.size).toBeGreaterThan(30)
  })

  test('[SCAN-005] [SCAN-016] maps identifiers to their titles and their minimum and maximum lengths', () => {
    expect(findAiRule('01')).toMatchObject({ title: 'GTIN', min: 14, max: 14, predefined: true })
    expect(findAiRule('10')).toMatchObject({ title: 'BATCH/LOT', min: 1, max: 20, predefined: false })
    expect(findAiRule('7003')).toMatchObject({ title: 'EXPIRY TIME', min: 10, max: 10, predefined: false })
    expect(findAiRule('423')).toMatchObject({ min: 3, max: 15 })
    expect(findAiRule('3105')?.excluded).toEqual(['310n'])
    expect(findAiRule('3106')).toBeUndefined()
    expect(findAiRule('0')).toBeUndefined()
  })

  test('has no identifier that is a prefix of another', () => {
    const all = aiRules.map(({ ai }) => ai)
    expect(new Set(all).size).toBe(all.length)
    expect(all.filter((ai) => all.some((other) => other !== ai && other.startsWith(ai)))).toEqual([])
  })
})
