import { describe, expect, test } from 'vitest'
import { addMonths, endOfDay, readWrittenDay, startOfDay, toDay, toInstant } from './day.ts'

const HOUR = 3_600_000

describe('a calendar day in a time zone', () => {
  test.each([
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', 23],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', 25],
    ['2026-07-04', 'America/Los_Angeles', '2026-07-04T07:00:00.000Z', 24],
    ['2026-07-04', 'UTC', '2026-07-04T00:00:00.000Z', 24],
    ['2026-07-04', 'Asia/Kolkata', '2026-07-03T18:30:00.000Z', 24],
    ['2026-12-31', 'Pacific/Kiritimati', '2026-12-30T10:00:00.000Z', 24],
    ['2024-02-29', 'America/Phoenix', '2024-02-29T07:00:00.000Z', 24],
  ])('%s in %s begins at %s and has %i hours', (day, zone, begin, hours) => {
    expect(startOfDay(day, zone).toISOString()).toBe(begin)
    expect((endOfDay(day, zone).getTime() - startOfDay(day, zone).getTime()) / HOUR).toBe(hours)
  })

  test.each([
    ['2026-03-08', '02:30', '2026-03-08T07:30:00.000Z', 'left out, so 3:30 after the change'],
    ['2026-11-01', '01:30', '2026-11-01T05:30:00.000Z', 'shown twice, so the first'],
    ['2026-07-04', '09:15', '2026-07-04T13:15:00.000Z', 'plain'],
  ])('can be combined with a time of day: %s %s in New York is %s (%s)', (day, time, instant) => {
    expect(toInstant(day, time, 'America/New_York').toISOString()).toBe(instant)
  })

  test('contains every instant that is converted to that day', () => {
    for (const zone of ['America/New_York', 'America/Los_Angeles', 'Europe/Berlin', 'Australia/Lord_Howe', 'UTC'])
      for (let at = Date.parse('2026-03-01T00:30:00Z'); at < Date.parse('2026-04-10T00:00:00Z'); at += 5 * HOUR) {
        const day = toDay(new Date(at), zone)
        expect([startOfDay(day, zone).getTime() <= at, at < endOfDay(day, zone).getTime()]).toEqual([true, true])
      }
  })
})

test.each([
  ['2026-01-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
  ['2028-02-29T00:00:00.000Z', 12, '2029-02-28T00:00:00.000Z'],
  ['2026-12-15T23:59:59.000Z', 2, '2027-02-15T23:59:59.000Z'],
])('%s plus %i months is %s', (at, months, later) => {
  expect(addMonths(new Date(at), months).toISOString()).toBe(later)
})

describe('a date typed by a person', () => {
  test.each([
    ['3/1/2026', '2026-03-01'],
    ['3/1/26', '2026-03-01'],
    ['03/01/2026', '2026-03-01'],
    ['2026-03-01', '2026-03-01'],
    ['12/31/75', '2075-12-31'],
    ['12/31/99', '1999-12-31'],
    ['2/29/2028', '2028-02-29'],
  ])('%s is read as %s', (text, day) => expect(readWrittenDay(text, 2026)).toBe(day))

  test.each([
    '',
    '2/29/2027',
    '13/1/2026',
    '0/1/2026',
    '3/0/2026',
    '2026-3-1',
    '3-1-2026',
    '2026-02-30',
    '20260301',
    '3/1/2026 ',
    '3/1/026',
  ])('%j is not a date', (text) => expect(readWrittenDay(text, 2026)).toBeUndefined())
})
