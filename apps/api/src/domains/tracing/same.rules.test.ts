import { describe, expect, test } from 'vitest'
import { isSameRequest, type RequestIdentity } from './same.rules.ts'

const typed = (more: Partial<RequestIdentity> = {}): RequestIdentity => ({
  organization: 'NY Board of Pharmacy',
  emailAddress: null,
  reference: '26-1187',
  mailHeaders: null,
  ...more,
})
const mailed = (more: Partial<RequestIdentity> = {}): RequestIdentity => ({
  organization: 'Grace Holloway <grace@board.tst>',
  emailAddress: 'grace@board.tst',
  reference: 'Urgent request',
  mailHeaders: 'from: grace@board.tst',
  ...more,
})

describe('two requests about the same items', () => {
  test('are the same if the same organization uses the same reference, ignoring case', () => {
    expect(isSameRequest(typed(), typed({ organization: ' ny board  of Pharmacy' }))).toBe(true)
    expect(isSameRequest(typed(), typed({ reference: null }))).toBe(true)
    expect(isSameRequest(typed(), typed({ reference: '26-1188' }))).toBe(false)
    expect(isSameRequest(typed(), typed({ organization: 'FDA' }))).toBe(false)
  })

  test('are the same if one was mailed and the other typed in from the same letter', () => {
    expect(isSameRequest(mailed(), typed())).toBe(true)
    expect(isSameRequest(typed({ emailAddress: 'office@board.tst' }), mailed())).toBe(true)
    expect(isSameRequest(mailed({ organization: 'NY Board of Pharmacy' }), typed())).toBe(true)
  })

  test('are different if the emails come from different domains, or if they name different organizations', () => {
    expect(isSameRequest(typed({ emailAddress: 'office@fda.tst' }), mailed())).toBe(false)
    expect(isSameRequest(mailed({ organization: 'FDA' }), typed())).toBe(false)
  })
})
