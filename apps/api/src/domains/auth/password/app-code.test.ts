import speakeasy from 'speakeasy'
import { describe, expect, test } from 'vitest'
import { appUri, codeTimeStep, newAppSecret, newRecoveryCodes, normalizeRecoveryCode } from './app-code.ts'

/** The secret of RFC 6238, appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('authenticator app codes', () => {
  test('match RFC 6238', () => {
    expect(codeTimeStep(secret, '287082', new Date(59_000), null)).toBe(1)
    expect(codeTimeStep(secret, '081804', new Date(1_111_111_109_000), null)).toBe(37037036)
  })

  test('are valid once, within their own 30 seconds or the adjacent ones', () => {
    const code = '081804'
    const at = (seconds: number) => new Date((1_111_111_109 + seconds) * 1000)
    expect([-30, 0, 30].map((seconds) => codeTimeStep(secret, code, at(seconds), null))).toEqual([37037036, 37037036, 37037036])
    expect([-61, 61].map((seconds) => codeTimeStep(secret, code, at(seconds), null))).toEqual([undefined, undefined])
    expect(codeTimeStep(secret, code, at(0), 37037035)).toBe(37037036)
    for (const last of [37037036, 37037037]) expect(codeTimeStep(secret, code, at(0), last)).toBeUndefined()
  })

  test.each(['', '08180', '0818040', 'abcdef', '0x1234', '-81804', ' 81804', '1e5'])('are not accepted in the form "%s"', (code) => {
    expect(codeTimeStep(secret, code, new Date(1_111_111_109_000), null)).toBeUndefined()
  })

  test('come with long, unique secrets and recovery codes', () => {
    expect(newAppSecret()).toMatch(/^[A-Z2-7]{32}$/)
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{5}-[A-HJKMNP-Z2-9]{5}$/)
    expect(normalizeRecoveryCode(' abcde fghjk ')).toBe(normalizeRecoveryCode('ABCDE-FGHJK'))
  })

  test('can be set up from a QR code that apps can read', () => {
    const made = speakeasy.generateSecret({ length: 20 }).base32
    expect(appUri('My Brand', 'a+b@mail.tst', made)).toBe(`otpauth://totp/My%20Brand:a%2Bb%40mail.tst?secret=${made}&issuer=My%20Brand`)
  })
})
