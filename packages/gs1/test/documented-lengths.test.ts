import { describe, expect, test } from 'vitest'
import { decode, findAiRule } from '../src/index.ts'

const GS = '\u001d'

describe('the application identifiers in the specification', () => {
  test.each([
    ['[SCAN-017] include 00 with 18 digits', '00', 18, 18],
    ['[SCAN-018] include 01 with 14 digits', '01', 14, 14],
    ['[SCAN-019] include 10 with up to 20 characters', '10', 1, 20],
    ['[SCAN-020] include 17 with 6 digits', '17', 6, 6],
    ['[SCAN-021] include 21 with up to 20 characters', '21', 1, 20],
  ])('%s', (_, ai, min, max) => {
    expect(findAiRule(ai)).toMatchObject({ min, max })
  })

  test('[SCAN-017] [SCAN-018] [SCAN-019] [SCAN-020] [SCAN-021] refuse a value that is one character too short or too long', () => {
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
