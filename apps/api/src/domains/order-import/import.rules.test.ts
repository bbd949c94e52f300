import { describe, expect, test } from 'vitest'
import { parseStorableDate } from './import.rules.ts'

describe('the dates in documents', () => {
  test.each(['2027-12-31', '2028-02-29'])('%s is a date', (text) => expect(parseStorableDate(text)).toBe(text))
  test.each([null, undefined, '', '2027-02-29', '2027-13-01', '27-12-31', '2027-12-31T00:00', '0001-01-01', '99999-01-01'])(
    '%s is not a date',
    (text) => expect(parseStorableDate(text)).toBeNull(),
  )
})
