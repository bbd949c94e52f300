import { describe, expect, test } from 'vitest'
import { manualVerification, resultOf, verificationSettingsChange } from './verification.ts'

describe('the result of a verification', () => {
  test('is green only if the manufacturer confirms and adds no remark, such as “Recalled”', () => {
    expect(resultOf({ answer: 'verified', additionalInfo: null })).toBe('verified')
    expect(resultOf({ answer: 'verified', additionalInfo: 'Recalled' })).toBe('remark')
    expect(resultOf({ answer: 'notVerified', additionalInfo: 'Suspect' })).toBe('notVerified')
    expect(resultOf({ answer: 'unavailable', additionalInfo: null })).toBe('unavailable')
    expect(resultOf({ answer: null, additionalInfo: null })).toBe('waiting')
  })
})

const manual = { medId: 1, purpose: 'return', askedWhom: 'Acme', channel: 'phone', answer: 'verified' }
const settings = {
  driver: 'gs1',
  baseUrl: 'https://vrs.example',
  requesterGln: '0614141000005',
  contexts: {},
  credentialHeader: 'ATP-Authorization',
  credential: null,
}
const fieldsOf = (change: object) =>
  verificationSettingsChange.safeParse({ ...settings, ...change }).error?.issues.map(({ path }) => path.join('.')) ?? []

describe('the input of a verification', () => {
  test('is refused if the name of the company or person that was asked contains a line break', () => {
    expect(manualVerification.safeParse({ ...manual, askedWhom: 'Acme\nBcc: x' }).success).toBe(false)
    expect(manualVerification.parse({ ...manual, note: ' ' }).note).toBeNull()
  })

  test('is refused if its header name or its credential contains characters that HTTP does not allow', () => {
    expect(fieldsOf({})).toEqual([])
    expect(fieldsOf({ credentialHeader: 'X: y' })).toEqual(['credentialHeader'])
    expect(fieldsOf({ credential: 'a\r\nHost: x' })).toEqual(['credential'])
    expect(fieldsOf({ credential: 'Clé' })).toEqual(['credential'])
  })

  test('must have an address and a GLN if a service is asked, and needs neither if a person asks by hand', () => {
    expect(fieldsOf({ baseUrl: '', requesterGln: '' })).toEqual(['baseUrl', 'requesterGln'])
    expect(fieldsOf({ driver: 'manual', baseUrl: '', requesterGln: '' })).toEqual([])
  })
})
