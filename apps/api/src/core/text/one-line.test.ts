import { expect, test } from 'vitest'
import { oneLine } from './one-line.ts'

test('an email subject becomes one line, whatever line breaks it contains', () => {
  expect(oneLine(' Pedigree\r\nBcc: x@y.z\u2028of\ttoday ')).toBe('Pedigree Bcc: x@y.z of today')
})
