import { expect, test } from 'vitest'
import { authenticationWords, deliveryMeaning, deliveryWords } from './delivery-words.ts'

test('a stored file that was not read is labeled with its type', () => {
  expect(deliveryWords({ outcome: null, takenFor: 'pdf' })).toBe('Stored, not read: a PDF')
  expect(deliveryWords({ outcome: null, takenFor: 'gzip' })).toBe('Stored, not read: a gzip archive')
  expect(deliveryMeaning({ status: 'kept', removedAt: null })).toBe('attention')
})

test('a delivery that became an order is shown as “Order created”', () => {
  expect(deliveryWords({ outcome: { kind: 'made', facts: { findings: 0 } }, takenFor: 'xml' })).toBe('Order created')
  expect([deliveryMeaning({ status: 'imported', removedAt: null }), deliveryMeaning({ status: 'processing', removedAt: null })]).toEqual([
    'done',
    undefined,
  ])
})

test('the results of SPF and DKIM are shown in words, and “Sender not verified” if there are none', () => {
  expect(authenticationWords('spf=pass dkim=fail')).toBe('SPF pass, DKIM fail')
  expect(authenticationWords('')).toBe('Sender not verified')
})
