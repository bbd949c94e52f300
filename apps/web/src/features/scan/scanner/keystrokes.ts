/**
 * This module distinguishes a handheld scanner's keystrokes from typing by their timing alone (P1 §9). It reads no clock: every key comes with its
 * time.
 */

/** Swaps the case of all letters, as Caps Lock does to a scan. */
export function turnCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
}

/** Time limits, in milliseconds, that decide which keystrokes belong to one scan. */
export interface Timing {
  /** Keys that follow each other within this time come from a scanner. */
  gapMs: number
  /** Idle time after which the buffer is cleared. If the buffer holds a scan without a terminator, the scan is reported first. */
  clearMs: number
}

export const usualTiming: Timing = { gapMs: 50, clearMs: 500 }

/** The relevant parts of a keydown event. */
export interface Key {
  key: string
  code: string
  ctrl: boolean
  /** Whether Alt or Meta is held. No scanner holds either, but Alt with Ctrl is AltGr, with which people type characters. */
  other: boolean
  /** Milliseconds on any clock, because only differences between events are used. */
  at: number
  capsLock?: boolean
}

export const GROUP_SEPARATOR = '\u001d'

export type Terminator = 'Enter' | 'Tab' | 'Ctrl+M' | 'Ctrl+J' | 'none'

export interface Scan {
  text: string
  terminator: Terminator
  /** True if Caps Lock was on, so that the letters of the scan have their case swapped. */
  capsLock?: true
}

/**
 * What to do with a key.
 * - `pass`: the browser handles the key, because it belongs to no scan or is one of the first keys of a possible scan.
 * - `keep`: the key is a character (`text`) of a scan in progress.
 * - `swallow`: the key is a scanner's control key and must not reach the browser.
 * - `scan`: the key completes `scan`.
 */
export type KeyVerdict = { kind: 'pass' } | { kind: 'keep'; text: string } | { kind: 'swallow' } | { kind: 'scan'; scan: Scan }

/** A control key counts as sent by the scanner if at least this many keys came before it at a scanner's pace. */
const UNDER_WAY = 3
/**
 * Minimum length of a scan that doesn't end with a terminator such as Enter. A shorter series of fast keys may come from a person whose hand rolls
 * over the keyboard.
 */
const LEAST = 8
const LEAST_ENDED = 6

export interface Keystrokes {
  press(key: Key): KeyVerdict
  /** Call this `clearMs` milliseconds after the last key. Returns the buffered scan if no terminator has ended it. */
  elapse(at: number): Scan | undefined
  isUnderWay(at: number): boolean
  reset(): void
}

function isCtrl(key: Key, letter: string, code: string): boolean {
  return key.ctrl && (key.key.toLowerCase() === letter || key.code === code)
}

/** The character, separator or terminator that a key stands for; `arrow` may be a separator; undefined for other keys. */
function explainMeaning(key: Key): { text: string } | { end: Terminator } | { arrow: true } | undefined {
  if (isCtrl(key, ']', 'BracketRight') || key.key === GROUP_SEPARATOR) return { text: GROUP_SEPARATOR }
  if (isCtrl(key, 'm', 'KeyM')) return { end: 'Ctrl+M' }
  if (isCtrl(key, 'j', 'KeyJ')) return { end: 'Ctrl+J' }
  if (key.key === 'Enter') return { end: 'Enter' }
  if (key.key === 'Tab') return { end: 'Tab' }
  // Some scanners (those with Hand Held Products' key table) send the group separator as the Down arrow key.
  if (key.key === 'ArrowDown' && !key.ctrl) return { arrow: true }
  const isAltGr = key.ctrl && key.other
  if (key.key.length === 1 && ((!key.ctrl && !key.other) || isAltGr)) return { text: key.key }
  return undefined
}

export function makeKeystrokes(timing: () => Timing): Keystrokes {
  let text = ''
  let fast = 0
  let slow = 0
  /** Number of consecutive keys at a scanner's pace. */
  let run = 0
  let lastAt = Number.NEGATIVE_INFINITY
  let endedAt = Number.NEGATIVE_INFINITY
  let capsLock = false

  const clear = () => {
    text = ''
    fast = 0
    slow = 0
    run = 0
  }
  /** Tolerates one slow key for every two fast ones: a busy computer delays some of a scanner's keys, while a person types most keys slowly. */
  const looksScanned = (least: number) => fast + 1 >= least && slow * 2 <= fast

  const made = (terminator: Terminator): Scan => ({ text, terminator, ...(capsLock ? { capsLock } : {}) })

  function add(character: string, at: number): KeyVerdict {
    const { gapMs, clearMs } = timing()
    const gap = at - lastAt
    if (gap > clearMs) clear()
    if (text !== '') {
      if (gap <= gapMs) fast += 1
      else slow += 1
    }
    run = text !== '' && gap <= gapMs ? run + 1 : 1
    text += character
    lastAt = at
    return { kind: 'keep', text: character }
  }

  const isUnderWay = (at: number) => run >= UNDER_WAY && at - lastAt <= timing().gapMs * 4

  function end(terminator: Terminator, at: number): KeyVerdict {
    const { gapMs, clearMs } = timing()
    // If the characters arrived at a scanner's pace, a terminator within `clearMs` belongs to the scan, even if it came later than the pace suggests.
    if (run >= UNDER_WAY && at - lastAt <= clearMs && looksScanned(LEAST_ENDED)) {
      const scan = made(terminator)
      clear()
      endedAt = at
      lastAt = at
      return { kind: 'scan', scan }
    }
    // This key is the second half of CR LF, or the second terminator of a scanner that sends two. It must not press the focused button.
    if (at - endedAt <= gapMs * 2) {
      endedAt = at
      return { kind: 'swallow' }
    }
    clear()
    return { kind: 'pass' }
  }

  return {
    press(key) {
      capsLock = key.capsLock ?? false
      const meaning = explainMeaning(key)
      if (!meaning) {
        // Modifier keys such as Shift occur within a scan. Any other key that a scan cannot contain was pressed by a person, so the recorded keys are
        // discarded.
        if (!/^(Shift|Control|Alt|AltGraph|CapsLock|Meta)$/.test(key.key)) clear()
        return { kind: 'pass' }
      }
      if ('end' in meaning) return end(meaning.end, key.at)
      if ('arrow' in meaning) {
        if (isUnderWay(key.at)) return add(GROUP_SEPARATOR, key.at)
        // No scan is in progress, so a person pressed the arrow key to move in a list. The recorded keys are discarded, so that the Enter that
        // selects a list entry doesn't end a scan.
        clear()
        return { kind: 'pass' }
      }
      const verdict = add(meaning.text, key.at)
      return meaning.text === GROUP_SEPARATOR || run >= UNDER_WAY ? verdict : { kind: 'pass' }
    },
    elapse(at) {
      if (at - lastAt < timing().clearMs) return undefined
      const scan: Scan | undefined = looksScanned(LEAST) ? made('none') : undefined
      clear()
      return scan
    },
    isUnderWay,
    reset: clear,
  }
}
