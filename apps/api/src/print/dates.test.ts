import { expect, test } from 'vitest'
import { printExpiry, printMoment } from './dates.ts'

const newYork = (clockHours: 12 | 24) => ({ timeZone: 'America/New_York', clockHours })

test.each([
  ['2026-05-14T21:05:00Z', '05/14/2026 17:05', '05/14/2026 5:05 PM'],
  ['2026-05-14T04:00:00Z', '05/14/2026 00:00', '05/14/2026 12:00 AM'],
  ['2026-05-14T16:00:00Z', '05/14/2026 12:00', '05/14/2026 12:00 PM'],
  ['yesterday', 'yesterday', 'yesterday'],
])('%s is printed in the reader’s time zone, on a 24- or 12-hour clock', (iso, by24, by12) => {
  expect(printMoment(iso, newYork(24))).toBe(by24)
  expect(printMoment(iso, newYork(12))).toBe(by12)
})

test.each([
  ['2028-04-30', '04/30/2028'],
  ['2028-04', '04/2028'],
])('an expiration date on a label, %s, is printed as %s', (day, printed) => {
  expect(printExpiry(day)).toBe(printed)
})
