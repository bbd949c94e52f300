import { describe, expect, test } from 'vitest'
import { clearSession } from '../../../api/session/session.ts'
import { usualTiming } from './keystrokes.ts'
import { changeScannerSettings, getScannerSettings, getTiming } from './scanner-settings.ts'

describe('scanner settings', () => {
  test('[SCAN-027] [SCAN-028] use the default timing until the app has learned the timing of a scanner', () => {
    expect(getScannerSettings()).toEqual({ listens: true })
    expect(getTiming()).toEqual({ gapMs: 50, clearMs: 500 })
  })

  test('survive a sign-out, and can be reset', () => {
    changeScannerSettings({ listens: false, learned: { gapMs: 140, terminator: 'Tab' } })
    clearSession()
    expect(getScannerSettings()).toEqual({ listens: false, learned: { gapMs: 140, terminator: 'Tab' } })
    expect(getTiming()).toEqual({ gapMs: 140, clearMs: 560 })
    changeScannerSettings({ learned: undefined })
    expect(getTiming()).toEqual(usualTiming)
  })

  test('use the defaults when the stored settings are invalid', () => {
    for (const text of ['{', 'null', '{"learned":{"gapMs":"x"}}', '{"learned":{"gapMs":5000}}']) {
      localStorage.setItem('seriatim-scanner', text)
      expect(getTiming()).toEqual(usualTiming)
    }
  })
})
