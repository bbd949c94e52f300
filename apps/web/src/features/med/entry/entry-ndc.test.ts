import { describe, expect, test } from 'vitest'
import { findNdc } from './entry-ndc.ts'

const none = { gtin: '', scannedNdc: '', chosenNdc: '' }
const GTIN = '00388010500605'

describe('the NDC field', () => {
  test('[ENTRY-014] is filled in from AI 715 first, otherwise from a GTIN that contains an NDC, otherwise from the selected product', () => {
    const all = { gtin: GTIN, scannedNdc: '088010500060', chosenNdc: '88123-204-90' }
    expect(findNdc(all)).toEqual({ ndc: '088010500060', whole: true, why: '' })
    expect(findNdc({ ...all, scannedNdc: '' })).toMatchObject({ ndc: '8801050060', whole: true })
    expect(findNdc({ ...all, scannedNdc: '', gtin: '4012345678901' })).toMatchObject({ ndc: '88123-204-90', whole: true })
    expect(findNdc({ ...none, chosenNdc: '88123-204-90' })).toMatchObject({ ndc: '88123-204-90', whole: true })
  })

  test.each([
    ['', /Filled in from the GTIN/],
    ['4012345678901', /contains no NDC/],
    ['00388010500606', /last digit of the GTIN does not match/],
    ['0040', /when the GTIN is complete/],
    ['abc', /not a GTIN/],
  ])('[ENTRY-014] explains why the GTIN %j contains no NDC', (gtin, why) => {
    expect(findNdc({ ...none, gtin })).toEqual({ ndc: '', whole: false, why: expect.stringMatching(why) })
  })

  test('is filled in partly while the GTIN is typed, and completely once the GTIN is complete', () => {
    expect(findNdc({ ...none, gtin: '0038801' })).toEqual({ ndc: '8801', whole: false, why: '' })
    expect(findNdc({ ...none, gtin: '00388010500' })).toEqual({ ndc: '88010500', whole: false, why: '' })
    expect(findNdc({ ...none, gtin: GTIN })).toMatchObject({ whole: true })
    expect(findNdc({ ...none, gtin: ' 0 03 88010 50060 5' })).toMatchObject({ ndc: '8801050060', whole: true })
  })
})
