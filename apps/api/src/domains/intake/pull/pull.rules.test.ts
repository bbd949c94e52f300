import { describe, expect, test } from 'vitest'
import { isPlainName, matchesPattern, remotePath } from './pull.rules.ts'

describe('a file on a partner’s server', () => {
  test.each([
    ['order.xml', '*.xml', true],
    ['ORDER.XML', '*.xml', true],
    ['order.xml.tmp', '*.xml', false],
    ['order1.xml', 'order?.xml', true],
    ['order10.xml', 'order?.xml', false],
    ['a+b(1).xml', 'a+b(1).*', true],
    ['axxml', '*.xml', false],
    ['anything', '*', true],
    ['x'.repeat(255), `${'*x'.repeat(99)}y`, false],
  ])('named %s matches the pattern %s: %s', (name, pattern, expected) => {
    expect(matchesPattern(name, pattern)).toBe(expected)
  })

  test.each(['../x', 'a/b', 'a\\b', '..', '', 'a\nb', 'x'.repeat(256)])('named %j is ignored', (name) => {
    expect(isPlainName(name)).toBe(false)
  })

  test('is addressed by its folder’s path and its own name', () => {
    expect([remotePath('/out/', 'a.xml'), remotePath('/', 'a.xml'), remotePath('out', 'a.xml')]).toEqual([
      '/out/a.xml',
      '/a.xml',
      'out/a.xml',
    ])
  })
})
