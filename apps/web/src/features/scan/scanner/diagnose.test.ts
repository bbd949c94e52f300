import { decode } from '@seriatim/gs1'
import { describe, expect, test } from 'vitest'
import { diagnose } from './diagnose.ts'
import { type Key, turnCase, usualTiming } from './keystrokes.ts'
import { learnScanner } from './learn-scanner.ts'
import { logKey, type Take } from './scan-log.ts'
import { TEST_CODE } from './test-code.ts'

const GS = '\u001d'

/** Makes the keystrokes of a scan, `gap` milliseconds apart. */
function take(text: string, { gap = 8, end = 'Enter', capsLock = false }: { gap?: number; end?: string; capsLock?: boolean } = {}): Take {
  const ends: Record<string, Partial<Key>[]> = {
    Enter: [{ key: 'Enter' }],
    LF: [{ key: 'j', ctrl: true }],
    CRLF: [{ key: 'Enter' }, { key: 'j', ctrl: true }],
    'Ctrl+M': [{ key: 'm', ctrl: true }],
    none: [],
  }
  const keys: Partial<Key>[] = [...[...text].map((key) => (key === GS ? { key: ']', ctrl: true } : { key })), ...(ends[end] ?? [])]
  return keys.flatMap((key, at) => logKey({ key: '', code: '', ctrl: false, other: false, capsLock, ...key, at: at * gap }) ?? [])
}
const faults = (...of: Parameters<typeof take>) => diagnose(take(...of), usualTiming).map((fault) => fault.kind)

describe('the scanner test', () => {
  test('finds no fault with a well-configured scanner', () => {
    expect(decode(TEST_CODE, { lenient: true })).toMatchObject({
      ok: true,
      value: { serialNumber: 'Test:aQ_wZ;M+1', lotNumber: 'Lot-9Y/z' },
    })
    for (const text of [TEST_CODE, `]d2${TEST_CODE}`, `01003011620011652110000083546563${GS}1728073110L6`]) expect(faults(text)).toEqual([])
    expect(faults(TEST_CODE, { end: 'none' })).toEqual([])
  })

  test('detects a lost separator in the test code and in a package’s code', () => {
    expect(faults(TEST_CODE.replace(GS, ''))).toEqual(['separator'])
    const [lost] = diagnose(take('0100301162001165211000008354656317280731109999999L'), usualTiming)
    expect(lost?.cure).toContain("'Function Key Mapping'")
  })

  test('[SCAN-025] detects LF and CRLF, and shows the setting that fixes them', () => {
    expect(faults(TEST_CODE, { end: 'LF' })).toEqual(['lineFeed'])
    expect(faults(TEST_CODE, { end: 'CRLF' })).toEqual(['lineFeed'])
    expect(diagnose(take(TEST_CODE, { end: 'CRLF' }), usualTiming)[0]?.cure).toBe(
      'Set the suffix (terminator) of the scanner to CR, or to none.',
    )
  })

  test('detects Ctrl+M in place of Enter', () => {
    expect(faults(TEST_CODE, { end: 'Ctrl+M' })).toEqual(['functionKeys'])
  })

  test('detects Caps Lock from the letters, even if the browser does not report it', () => {
    expect(faults(turnCase(TEST_CODE))).toEqual(['caps'])
    expect(faults('010030116200116521ABC123', { capsLock: true })).toEqual(['caps'])
  })

  test('detects a different keyboard layout and lists the swapped characters', () => {
    const german = TEST_CODE.replace(
      /[yzYZ/:_;+-]/g,
      (char) => ({ y: 'z', z: 'y', Y: 'Z', Z: 'Y', '/': '-', ':': 'Ö', _: '?', ';': 'ö', '+': '`', '-': 'ß' })[char] ?? char,
    )
    const [layout] = diagnose(take(german), usualTiming)
    expect(layout).toMatchObject({ kind: 'layout', says: expect.stringContaining('ß instead of -') })
    expect(faults('à&àà"à&&-éàà&&-(é&&àààààà((')).toContain('layout')
  })

  test('detects a prefix or a suffix, and accepts the symbology identifier', () => {
    expect(faults(`$$${TEST_CODE}`)).toEqual(['prefix'])
    expect(faults(`${TEST_CODE}#`)).toEqual(['suffix'])
    expect(faults('XX010030116200116521ABC123')).toEqual(['prefix'])
  })

  test('detects a slow scanner, typing by hand, and a code that identifies no package', () => {
    expect(faults(TEST_CODE, { gap: 90 })).toEqual(['slow'])
    expect(faults('lisinopril', { gap: 200 })).toEqual(['hand'])
    expect(faults('036000291452')).toEqual(['short'])
  })
})

describe('the learned scanner speed', () => {
  test('is 1.5 times the longest gap between keystrokes in three scans, and is saved with their terminator', () => {
    const scans = [take(TEST_CODE, { gap: 60 }), take(TEST_CODE, { gap: 80 }), take(TEST_CODE, { gap: 70 })]
    expect(learnScanner(scans.slice(1))).toBeUndefined()
    expect(learnScanner(scans)).toEqual({ gapMs: 120, terminator: 'Enter' })
    expect(learnScanner([take(TEST_CODE), take(TEST_CODE), take(TEST_CODE, { end: 'none' })])).toEqual({ gapMs: 50, terminator: 'none' })
  })
})
