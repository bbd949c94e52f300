import { describe, expect, test } from 'vitest'
import { decode, findAiRule } from '../src/index.ts'

const GS = '\u001d'

describe('the identifiers named in the specification', () => {
  test.each([
    ['[SCAN-017] 00 is 18 long', '00', 18, 18],
    ['[SCAN-018] 01 is 14 long', '01', 14, 14],
    ['[SCAN-019] 10 is up to 20 long', '10', 1, 20],
    ['[SCAN-020] 17 is 6 long', '17', 6, 6],
    ['[SCAN-021] 21 is up to 20 long', '21', 1, 20],
  ])('%s', (_, ai, min, max) => {
    expect(findAiRule(ai)).toMatchObject({ min, max })
  })

  test('[SCAN-017] [SCAN-018] [SCAN-019] [SCAN-020] [SCAN-021] a value one character too short or too long is refused with its identifier', () => {
    const gtin = '0100300010123455'
    const tooLong = 'A'.repeat(21)
    for (const [scan, ai] of [
      ['0000300011234567890', '00'],
      ['010030001012345', '01'],
      [`${gtin}10${tooLong}${GS}21S1`, '10'],
      [`${gtin}1728033`, '17'],
      [`${gtin}21${tooLong}`, '21'],
    ] as const) {
      const answer = decode(`]d2${scan}`)
      expect(answer.ok, scan).toBe(false)
      if (!answer.ok) expect(answer.error.ai, scan).toBe(ai)
    }
  })
})
