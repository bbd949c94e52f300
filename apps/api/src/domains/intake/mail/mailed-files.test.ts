import { expect, test } from 'vitest'
import { findFromAddress } from './mailed-files.ts'

test.each([
  ['"Northway" <Orders@Northway.tst>', 'orders@northway.tst'],
  ['orders@northway.tst', 'orders@northway.tst'],
  ['"victim@bank.tst" <orders@northway.tst>', 'orders@northway.tst'],
  ['"12" labels" <orders@northway.tst>', 'orders@northway.tst'],
  ['"a" <victim@bank.tst> "" <orders@northway.tst>', 'orders@northway.tst'],
])('the sender’s address in %s is %s', (from, address) => {
  expect(findFromAddress({ from })).toBe(address)
})

test.each([
  '',
  '"victim@bank.tst"',
  '"victim@bank.tst" <e..vil@evil.tst>',
  '"victim@bank.tst" <>',
  '"<victim@bank.tst"@evil.tst',
  '"x" <"<victim@bank.tst"@evil.tst>',
  'victim@bank.tst, e@evil.tst',
  '"group": victim@bank.tst, e@evil.tst;',
  'e..vil@evil.tst;victim@bank.tst',
])('%s contains no valid address', (from) => {
  expect(findFromAddress({ from })).toBe('')
})
