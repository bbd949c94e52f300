import { expect, test } from 'vitest'
import { safeName } from './file-name.rules.ts'

test.each([
  ['order.xml', 'order.xml'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\files\\order.xml', 'order.xml'],
  ['..hidden', 'hidden'],
  ['a\r\nb.xml', 'ab.xml'],
  ['', 'upload.xml'],
  ['///', 'upload.xml'],
])('the file name %j is stored as %s', (name, safe) => expect(safeName(name)).toBe(safe))
