import { describe, expect, test } from 'vitest'
import { isPageAddress } from './page-address.ts'

describe('isPageAddress', () => {
  test.each(['/', '/orders', '/sendapedigree/AB.12', '/sendapedigree/10.K7', '/demo/epcis/file/generator', '/healthy'])(
    '%s is a page',
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
  ])('%s is not a page', (path) => {
    expect(isPageAddress(path)).toBe(false)
  })
})
