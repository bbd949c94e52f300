import { expect, test } from 'vitest'
import { oneLine } from './one-line.ts'

test('a subject is one line, whatever breaks lines in it', () => {
  expect(oneLine(' Pedigree\r\nBcc: x@y.z\u2028of\ttoday ')).toBe('Pedigree Bcc: x@y.z of today')
})
