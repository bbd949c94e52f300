import { describe, expect, test } from 'vitest'
import { type Key, type KeyVerdict, makeKeystrokes, type Scan, usualTiming } from './keystrokes.ts'

const GS = '\u001d'
const unit = '010030399995230621ABC123'

/** Simulates a scanner or a typing person, with a simulated clock. `gap` is the time between a key and the previous one, in milliseconds. */
function makeHand(timing = usualTiming) {
  const keystrokes = makeKeystrokes(() => timing)
  let at = 1000
  const press = (key: string, gap: number, more: Partial<Key> = {}): KeyVerdict => {
    at += gap
    return keystrokes.press({ key, code: '', ctrl: false, other: false, at, ...more })
  }
  return {
    press,
    ctrl: (key: string, gap = 8) => press(key, gap, { ctrl: true }),
    type: (text: string, gap: number) => [...text].map((character) => press(character, gap)),
    wait: (milliseconds: number) => {
      at += milliseconds
      return keystrokes.elapse(at)
    },
  }
}

const makeScan = (verdict: KeyVerdict): Scan | undefined => (verdict.kind === 'scan' ? verdict.scan : undefined)

describe('keystrokes', () => {
  test('[SCAN-027] count as a handheld scan when at most 50 ms apart, and as typing when slower', () => {
    const scanner = makeHand()
    scanner.type(unit, 50)
    expect(makeScan(scanner.press('Enter', 50))).toEqual({ text: unit, terminator: 'Enter' })
    const hand = makeHand()
    hand.type(unit, 51)
    expect(hand.press('Enter', 51)).toEqual({ kind: 'pass' })
  })

  test('[SCAN-028] are dropped from the buffer after 500 ms, so earlier typing is not part of the scan', () => {
    const scanner = makeHand()
    scanner.type('abc', 20)
    expect(scanner.wait(500)).toBeUndefined()
    scanner.type(unit, 10)
    expect(makeScan(scanner.press('Enter', 10))?.text).toBe(unit)
    const late = makeHand()
    late.type('abc', 20)
    late.press('0', 501)
    late.type(unit.slice(1), 10)
    expect(makeScan(late.press('Enter', 10))?.text).toBe(unit)
  })

  test('[SCAN-024] [SCAN-029] without a terminator are reported as one scan 500 ms after the last key', () => {
    const scanner = makeHand()
    scanner.type(unit, 8)
    expect(scanner.wait(499)).toBeUndefined()
    expect(scanner.wait(1)).toEqual({ text: unit, terminator: 'none' })
    expect(scanner.wait(500)).toBeUndefined()
  })

  test('[SCAN-003] can encode the group separator as Ctrl+], as an arrow key or as the byte itself', () => {
    for (const separate of [
      (scanner: ReturnType<typeof makeHand>) => scanner.ctrl(']'),
      (scanner: ReturnType<typeof makeHand>) => scanner.press('ArrowDown', 8),
      (scanner: ReturnType<typeof makeHand>) => scanner.press(GS, 8),
      // A keyboard layout on which the key in the place of `]` types another character.
      (scanner: ReturnType<typeof makeHand>) => scanner.press('+', 8, { ctrl: true, code: 'BracketRight' }),
    ]) {
      const scanner = makeHand()
      scanner.type('10LOT9', 8)
      expect(separate(scanner)).toEqual({ kind: 'keep', text: GS })
      scanner.type('17280430', 8)
      expect(makeScan(scanner.press('Enter', 8))?.text).toBe(`10LOT9${GS}17280430`)
    }
  })

  test('from an arrow key pressed by a person are passed on to the page', () => {
    const hand = makeHand()
    hand.type('ab', 200)
    expect(hand.press('ArrowDown', 200)).toEqual({ kind: 'pass' })
  })

  test('are passed on to the page if an arrow key and Enter are pressed by hand after quickly typed letters', () => {
    const hand = makeHand()
    hand.type('atorva', 5)
    expect(hand.press('ArrowDown', 250)).toEqual({ kind: 'pass' })
    expect(hand.press('Enter', 50)).toEqual({ kind: 'pass' })
  })

  test('[SCAN-024] that end a scan, such as Enter, Tab, Ctrl+M or Ctrl+J, are not passed on to the page', () => {
    for (const [key, ctrl, terminator] of [
      ['Enter', false, 'Enter'],
      ['Tab', false, 'Tab'],
      ['m', true, 'Ctrl+M'],
      ['j', true, 'Ctrl+J'],
    ] as const) {
      const scanner = makeHand()
      scanner.type(unit, 8)
      expect(makeScan(scanner.press(key, 8, { ctrl }))).toEqual({ text: unit, terminator })
    }
  })

  test('of a CR LF at the end of a scan are not passed on, but the same keys are passed on if they are pressed by hand later', () => {
    const scanner = makeHand()
    scanner.type(unit, 8)
    scanner.press('Enter', 8)
    expect(scanner.ctrl('j')).toEqual({ kind: 'swallow' })
    expect(scanner.press('Enter', 300)).toEqual({ kind: 'pass' })
    expect(scanner.ctrl('j', 300)).toEqual({ kind: 'pass' })
  })

  test('at the start of a scan are passed on, because they may be typed by hand', () => {
    const hand = makeHand()
    expect(hand.type('abcd', 8).map((verdict) => verdict.kind)).toEqual(['pass', 'pass', 'keep', 'keep'])
  })

  test('of a quickly typed word do not count as a scan', () => {
    const hand = makeHand()
    hand.type('the', 40)
    expect(hand.wait(500)).toBeUndefined()
    hand.type('lisinopril and more', 120)
    hand.type('ing', 45)
    expect(hand.press('Enter', 45)).toEqual({ kind: 'pass' })
  })

  test('of one scan stay together on a busy computer, even with a late terminator', () => {
    const scanner = makeHand()
    scanner.type(unit.slice(0, 6), 90)
    scanner.type(unit.slice(6), 8)
    expect(makeScan(scanner.press('Enter', 400))?.text).toBe(unit)
  })

  test('count as one scan despite a slow key and Shift between the letters', () => {
    const scanner = makeHand()
    scanner.type(unit.slice(0, 12), 8)
    scanner.press('Shift', 4)
    scanner.press(unit.slice(12, 13), 180)
    scanner.type(unit.slice(13), 8)
    expect(makeScan(scanner.press('Enter', 8))?.text).toBe(unit)
  })

  test('of a slow scanner are accepted after its speed was learned', () => {
    const scanner = makeHand({ gapMs: 110, clearMs: 500 })
    scanner.type(unit, 100)
    expect(makeScan(scanner.press('Enter', 100))?.text).toBe(unit)
  })
})
