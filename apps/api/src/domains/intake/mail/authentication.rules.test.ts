import { expect, test } from 'vitest'
import { isConfirmedSender, readAuthentication } from './authentication.rules.ts'

const mail = (value: string) => ({ headers: new Map([['authentication-results', value]]) })

test.each([
  'mx.tst; dmarc=pass header.from=orders.northway.tst',
  'mx.tst; dmarc=pass (p=reject) header.from=NORTHWAY.TST',
  'mx.tst; dmarc=pass',
  'mx.tst; spf=fail; dkim=pass header.d=orders.northway.tst',
  'mx.tst; dkim=pass (2048-bit key) header.i=@northway.tst header.s=a',
  'mx.tst; dkim=fail header.d=northway.tst; dkim=pass header.d=NORTHWAY.TST',
  'mx.tst; spf=pass smtp.mailfrom=bounce@northway.tst',
  'mx.tst; spf=pass smtp.mailfrom="a b"@northway.tst',
])('%s confirms the domain of the sender', (value) => {
  expect(isConfirmedSender(mail(value), 'a@orders.northway.tst')).toBe(true)
})

test.each([
  '',
  'mx.tst; none',
  'mx.tst; dkim=pass',
  'mx.tst; spf=pass smtp.helo=northway.tst',
  'mx.tst; dkim=pass header.d=else.tst',
  'mx.tst; dkim=pass header.d=tst',
  'mx.tst; dkim=pass header.d=thway.tst',
  'mx.tst; dkim=pass header.d=sub.orders.northway.tst',
  'mx.tst; dkim=fail header.d=northway.tst; spf=pass smtp.mailfrom=a@else.tst',
  'mx.tst; spf=pass (domain of x dmarc=pass header.d=northway.tst) smtp.mailfrom=a@else.tst',
  'mx.tst; spf=pass (a ; dmarc=pass ; (b) ; dmarc=pass ) smtp.mailfrom=a@else.tst',
  'mx.tst; spf=pass smtp.mailfrom="x; dmarc=pass; y"@else.tst',
  'mx.tst; spf=pass smtp.mailfrom="x\\"; dmarc=pass; y"@else.tst',
  'dmarc=pass; spf=none',
  'mx.tst; dmarc=pass header.from=evil.tst',
  'mx.tst; dmarc=pass header.from=tst',
  'mx.tst; dmarc=pass header.from=a.orders.northway.tst',
  'mx.tst; dmarc=pass header.from="evil.tst"',
  'mx.tst; dmarc=pass header . from (northway.tst) = evil.tst',
  'mx.tst; dmarc=pass header.from=northway.tst header.from=evil.tst',
])('%s does not confirm the domain of the sender', (value) => {
  expect(isConfirmedSender(mail(value), 'a@orders.northway.tst')).toBe(false)
})

test('The domain of an email without a sender is not confirmed', () => {
  expect(isConfirmedSender(mail('mx.tst; dmarc=fail; dkim=pass header.d='), '')).toBe(false)
})

test('The summary of an email’s authentication contains the first result of each method, without comments', () => {
  expect(readAuthentication(mail('mx.tst; spf=Fail (dmarc=pass) smtp.mailfrom=a@b.tst; dkim=pass header.d=b.tst; dkim=fail'))).toBe(
    'spf=fail dkim=pass',
  )
  expect(readAuthentication({ headers: new Map() })).toBe('')
})
