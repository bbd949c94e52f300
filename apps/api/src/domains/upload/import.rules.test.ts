import { describe, expect, test } from 'vitest'
import { gravest, realDate } from './import.rules.ts'

describe('dates of documents', () => {
  test.each(['2027-12-31', '2028-02-29'])('%s is one', (text) => expect(realDate(text)).toBe(text))
  test.each([null, undefined, '', '2027-02-29', '2027-13-01', '27-12-31', '2027-12-31T00:00', '0001-01-01', '99999-01-01'])(
    '%s is none',
    (text) => expect(realDate(text)).toBeNull(),
  )
})

test('the gravest finding is the first that rejects, else the first', () => {
  const finding = (severity: 'reject' | 'warn', line: number) => ({
    severity,
    line,
    type: 'HeaderError' as never,
    message: '',
    section: '' as never,
    path: '',
    column: 0,
    event: null,
    value: null,
    hint: '',
  })
  expect(gravest([finding('warn', 1), finding('reject', 2), finding('reject', 3)])?.line).toBe(2)
  expect(gravest([finding('warn', 1), finding('warn', 2)])?.line).toBe(1)
  expect(gravest([])).toBeUndefined()
})
