import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTemporaryName, readDropPath } from './drop-path.rules.ts'

describe('the path of a file that is put into the drop folder', () => {
  test.each(['order.xml', '/order.xml', './order.xml', '//order.xml', '/./order.xml'])('%s is read as the file name order.xml', (path) => {
    expect(readDropPath(path)).toEqual({ kind: 'file', name: 'order.xml' })
  })

  test.each(['', '.', '/', '/.', '//'])('"%s" is read as the folder itself', (path) => {
    expect(readDropPath(path)).toEqual({ kind: 'folder' })
  })

  test.each([
    '..',
    '../x',
    '../../x',
    '/../x',
    'a/../../x',
    '..\\x',
    'C:\\x',
    '/etc/passwd',
    'in/x.xml',
    'a\u0000b',
    'a\nb',
    'a\u202eb',
    'x'.repeat(201),
    'x'.repeat(10_000),
    '\uFFFD.xml',
  ])('%j is refused with a reason', (path) => {
    expect(readDropPath(path)).toEqual({ kind: 'refused', why: expect.any(String) })
  })

  test('never leaves the folder, whatever a client sends', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('..', '.', '/', '\\', 'a', '\0', 'é')).map((parts) => parts.join('')),
        (path) => {
          const read = readDropPath(path)
          if (read.kind === 'file') expect(read.name).not.toMatch(/[/\\\0]|^\.\.?$/)
        },
      ),
    )
  })
})

describe('a file name', () => {
  test.each(['x.tmp', 'x.xml.filepart', 'x.PART', '.x.xml.Ab12', 'x.partial'])('%s is recognized as temporary', (name) => {
    expect(isTemporaryName(name)).toBe(true)
  })

  test.each(['x.xml', 'part.xml', 'tmp', 'x.tmp.xml'])('%s is not temporary', (name) => {
    expect(isTemporaryName(name)).toBe(false)
  })
})
