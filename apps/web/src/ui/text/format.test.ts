import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  addDays,
  formatDate,
  formatDateTime,
  formatListTime,
  formatLongDate,
  formatLongDateTime,
  formatMinute,
  formatMoney,
  formatTime,
  formatWhen,
  setClock,
  setZone,
  weekStart,
} from './format.ts'

beforeEach(() => setZone('America/New_York'))

describe('the formatter', () => {
  test('[CONST-001] shows instants in the user’s zone and leaves calendar dates unchanged', () => {
    expect(formatDate('2026-09-17T03:30:00Z')).toBe('09/16/26')
    expect(formatLongDate('2026-09-17T03:30:00Z')).toBe('09/16/2026')
    expect(formatDateTime('2026-09-16T12:42:00Z')).toBe('09/16/26 08:42')
    expect(formatDateTime('2026-09-16T04:05:00Z')).toBe('09/16/26 00:05')
    expect(formatLongDate('2028-04-30')).toBe('04/30/2028')
    expect(formatDate(null)).toBe('–')
  })

  test('shows AM and PM when the user chose them, except in the list of orders', () => {
    setClock(12)
    onTestFinished(() => setClock(24))
    expect(formatLongDateTime('2026-09-16T21:05:09Z')).toBe('09/16/2026 5:05\u00a0PM')
    expect(formatDateTime('2026-09-16T04:05:00Z')).toBe('09/16/26 12:05\u00a0AM')
    expect(formatMinute('2026-09-16T16:00:00Z')).toBe('12:00\u00a0PM')
    expect(formatTime('2026-09-16T21:05:09Z')).toBe('5:05:09\u00a0PM')
    expect(formatWhen('2026-09-16T12:42:00Z', new Date('2026-09-16T13:00:00Z'))).toBe('today 8:42\u00a0AM')
    expect(formatListTime('2026-09-16T21:05:09Z')).toBe('09/16/26 17:05')
  })

  test('shows dollars with two decimals', () => {
    expect(formatMoney(1234.5)).toBe('$1,234.50')
  })

  test('uses the user’s time zone for today and yesterday', () => {
    const now = new Date('2026-09-16T13:00:00Z')
    expect(formatWhen('2026-09-16T12:42:00Z', now)).toBe('today 08:42')
    expect(formatWhen('2026-09-16T02:20:00Z', now)).toBe('yesterday 22:20')
    expect(formatWhen('2026-09-13T14:02:00Z', now)).toBe('Sunday 10:02')
    expect(formatWhen('2026-09-01T14:02:00Z', now)).toBe('09/01/26 10:02')
  })

  test('starts the week on Sunday', () => {
    expect(['2026-09-13', '2026-09-16', '2026-09-19'].map(weekStart)).toEqual(['2026-09-13', '2026-09-13', '2026-09-13'])
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  })
})
