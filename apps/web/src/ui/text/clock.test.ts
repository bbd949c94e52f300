import { expect, onTestFinished, test } from 'vitest'
import { applyClockChoice, clock } from './clock.ts'
import { formatMinute, setClock, setZone } from './format.ts'

test('a change of this device’s time format takes effect at once, and times follow the browser’s language if no format is set', () => {
  setZone('America/New_York')
  onTestFinished(() => {
    clock.keep(null)
    setClock(24)
  })
  const at = '2026-09-16T21:05:09Z'
  clock.keep('24')
  applyClockChoice()
  expect(formatMinute(at)).toBe('17:05')
  clock.keep('12')
  expect(formatMinute(at)).toBe('5:05\u00a0PM')
  clock.keep(null)
  const local = new Date(at).toLocaleTimeString(undefined, { timeZone: 'America/New_York', hour: 'numeric', minute: '2-digit' })
  expect(formatMinute(at)).toBe(local.replace(/\s/g, '\u00a0'))
})
