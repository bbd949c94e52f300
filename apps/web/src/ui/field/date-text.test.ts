import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDay, readDate, readDates, writeDay, writeDays } from './date-text.ts'

const currentYear = 2026
const read = (text: string, expiry = false) => {
  const date = readDate(text, { currentYear, expiry })
  return date.ok ? date.day : date.sentence
}

const years = fc.integer({ min: 1977, max: 2076 })
/** Generates days whose year is clear from its last two digits. */
const days = fc
  .tuple(years, fc.integer({ min: 0, max: 365 }))
  .map(([year, offset]) => new Date(Date.UTC(year, 0, 1 + offset)).toISOString().slice(0, 10))
  .filter((day) => day < '2077')
const splitParts = (day: string) => ({ yyyy: day.slice(0, 4), yy: day.slice(2, 4), mm: day.slice(5, 7), dd: day.slice(8) })
const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)

describe('a typed date', () => {
  test('is read in each accepted form, and is formatted back to the same day', () => {
    fc.assert(
      fc.property(days, fc.boolean(), (day, expiry) => {
        const { yyyy, yy, mm, dd } = splitParts(day)
        const [m, d] = [Number(mm), Number(dd)]
        const padded = [`${mm}/${dd}/${yyyy}`, `${mm}/${dd}/${yy}`, `${mm}${dd}${yy}`, `${yyyy}-${mm}-${dd}`, ` ${mm}/${dd}/${yyyy} `]
        for (const text of [...padded, `${m}/${d}/${yyyy}`, `${m}/${d}/${yy}`, `${m}/${dd}/${yy}`, `${mm}/${d}/${yyyy}`])
          expect(read(text, expiry)).toBe(day)
        expect(read(writeDay(day), expiry)).toBe(day)
      }),
    )
  })

  test('without a day means the last day of the month in an expiration field, and is invalid in other fields', () => {
    fc.assert(
      fc.property(years, fc.integer({ min: 1, max: 12 }), (year, month) => {
        const mm = String(month).padStart(2, '0')
        for (const text of [`${mm}/${year}`, `${mm}/${String(year).slice(2)}`, `${month}/${year}`]) {
          expect(readDate(text, { currentYear, expiry: true })).toEqual({ ok: true, day: lastDay(year, month), isMonth: true })
          expect(read(text)).toBe('Write the date as MM/DD/YYYY.')
        }
      }),
    )
  })

  test('is never changed into a day whose digits differ from the typed ones', () => {
    const pieces = fc.constantFrom('0', '1', '2', '3', '6', '8', '9', '/', '-', ' ', '.', '13', '30', '20', '2028')
    const nearDates = fc.array(pieces, { maxLength: 10 }).map((some) => some.join(''))
    const numbers = fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 9999 }))
    const two = (n: number) => String(n).padStart(2, '0')
    const shaped = numbers.chain(([month, day, year]) =>
      fc.constantFrom(
        `${two(month)}/${two(day)}/${year}`,
        `${two(month)}${two(day)}${two(year % 100)}`,
        `${two(month)}/${year}`,
        `${year}-${two(month)}-${two(day)}`,
      ),
    )
    fc.assert(
      fc.property(fc.oneof(nearDates, shaped, fc.string()), fc.boolean(), (text, expiry) => {
        const date = readDate(text, { currentYear, expiry })
        if (!date.ok) {
          expect(date.sentence).toContain('Write the date as MM/DD/YYYY')
          return
        }
        const { yyyy, yy, mm, dd } = splitParts(date.day)
        const forms = date.isMonth
          ? [`${mm}/${yyyy}`, `${mm}/${yy}`]
          : [`${mm}/${dd}/${yyyy}`, `${mm}/${dd}/${yy}`, `${mm}${dd}${yy}`, `${yyyy}-${mm}-${dd}`]
        // Month and day may omit leading zeros between slashes.
        const padded = text.trim().replace(/(?<![\d-])\d(?=\/)/g, '0$&')
        expect(forms).toContain(padded)
        // The day exists in the calendar.
        expect(new Date(`${date.day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(date.day)
        if (date.isMonth) expect(date.day).toBe(lastDay(Number(yyyy), Number(mm)))
      }),
      { numRuns: 2000 },
    )
  })

  test.each(['02/30/2028', '13/45/2030', '00/12/2028', '06/00/2028', '063128', '2028-02-30', '02/29/2027', '06/30/0202'])(
    'is refused when the day does not exist: %s',
    (text) => expect(read(text)).toBe(`There is no ${text}. Write the date as MM/DD/YYYY.`),
  )

  test.each(['6-30-2028', '06-30-2028', '06.30.2028', '20280630', '06/2028', '06/30', '06/30/028', 'June 2028', 'tomorrow', '١٢/٣٠/٢٠٢٨'])(
    'is refused when malformed: %s',
    (text) => expect(read(text)).toBe('Write the date as MM/DD/YYYY.'),
  )

  test.each([
    ['3/1/2026', '2026-03-01'],
    ['3/1/26', '2026-03-01'],
    ['12/5/2026', '2026-12-05'],
  ])('is accepted in a common spelling: %s', (text, day) => expect(read(text)).toBe(day))

  test('with a two-digit year falls between 49 years ago and 50 years ahead', () => {
    expect([read('01/01/77'), read('01/01/76'), read('06/30/28')]).toEqual(['1977-01-01', '2076-01-01', '2028-06-30'])
  })

  test('can be entered together with others in one field, and each is read by the same rules', () => {
    const rules = { currentYear, expiry: true }
    expect(readDates('06/2028, 01/31/29;06/30/2028', rules)).toEqual({ ok: true, days: '2028-06-30, 2029-01-31', isMonth: true })
    expect(readDates('06/30/2028, 02/30/2028', rules)).toMatchObject({ ok: false, sentence: expect.stringContaining('no 02/30/2028') })
    expect(writeDays('2028-06-30, 2029-01-31')).toBe('06/30/2028, 01/31/2029')
    expect([isDay('2028-06-30'), isDay('06/30/2028')]).toEqual([true, false])
  })
})
