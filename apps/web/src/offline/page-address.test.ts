import { describe, expect, test } from 'vitest'
import { isPageAddress } from './page-address.ts'

describe('the check for a page’s URL', () => {
  test.each(['/', '/orders', '/sendapedigree/AB.12', '/sendapedigree/10.K7', '/demo/epcis/file/generator', '/healthy'])(
    'accepts %s as a page',
    (path) => {
      expect(isPageAddress(path)).toBe(true)
    },
  )

  test.each([
    '/api/v1/docs',
    '/trpc/order.x',
    '/health',
    '/ready',
    '/demo/mail',
    '/demo/mail.json',
    '/sw.js',
    '/icon.svg',
    '/assets/a-1.js',
    '/.env',
  ])('does not accept %s as a page', (path) => {
    expect(isPageAddress(path)).toBe(false)
  })
})
