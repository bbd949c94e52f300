/**
 * What a handheld scanner types, told apart from what a hand types: by time alone (P1 §9). Pure: time comes in with each key.
 */

/** The letters of a text with their case turned round: what Caps Lock makes of a scan. */
export function turnCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
}

/** In milliseconds. */
export interface Timing {
  /** Keys that follow each other within this time are a scanner's. */
  gapMs: number
  /** After this long without a key the buffer is cleared; what stood in it and was a scan without terminator is handed over. */
  clearMs: number
}

export const usualTiming: Timing = { gapMs: 50, clearMs: 500 }

/** One keydown, as far as it matters here. */
export interface Key {
  key: string
  code: string
  ctrl: boolean
  /** Alt or Meta: never a scanner's, but AltGr types characters. */
  other: boolean
  /** Milliseconds on any clock. */
  at: number
  capsLock?: boolean
}

export const GROUP_SEPARATOR = '\u001d'

export type Terminator = 'Enter' | 'Tab' | 'Ctrl+M' | 'Ctrl+J' | 'none'

export interface Scan {
  text: string
  terminator: Terminator
  /** Caps Lock was on: a scanner's letters then arrive with their case turned round. */
  capsLock?: true
}

/**
 * - `pass`: nothing of ours, or the first keys of something that may become a scan; the browser does as always.
 * - `keep`: a character of a scan that is under way, with the text it stands for.
 * - `swallow`: a scanner's control key, which must not reach the browser.
 * - `scan`: the scan is whole.
 */
export type Verdict = { kind: 'pass' } | { kind: 'keep'; text: string } | { kind: 'swallow' } | { kind: 'scan'; scan: Scan }

/** So many keys at a scanner's pace before a control key among them is taken for the scanner's. */
const UNDER_WAY = 3
/** Without a terminator so many are a scan; fewer can be a hand that rolls over the keys. */
const LEAST = 8
const LEAST_ENDED = 6

export interface Keystrokes {
  press(key: Key): Verdict
  /** To be called `clearMs` after the last key: the scan that had no terminator, if one stood in the buffer. */
  elapse(at: number): Scan | undefined
  isUnderWay(at: number): boolean
  reset(): void
}

function isCtrl(key: Key, letter: string, code: string): boolean {
  return key.ctrl && (key.key.toLowerCase() === letter || key.code === code)
}

/** The character, the separator or the end that a key means; undefined for all others. */
function explainMeaning(key: Key): { text: string } | { end: Terminator } | { arrow: true } | undefined {
  if (isCtrl(key, ']', 'BracketRight') || key.key === GROUP_SEPARATOR) return { text: GROUP_SEPARATOR }
  if (isCtrl(key, 'm', 'KeyM')) return { end: 'Ctrl+M' }
  if (isCtrl(key, 'j', 'KeyJ')) return { end: 'Ctrl+J' }
  if (key.key === 'Enter') return { end: 'Enter' }
  if (key.key === 'Tab') return { end: 'Tab' }
  // Some scanners send the separator as the arrow key (Hand Held Products' table).
  if (key.key === 'ArrowDown' && !key.ctrl) return { arrow: true }
  const isAltGr = key.ctrl && key.other
  if (key.key.length === 1 && ((!key.ctrl && !key.other) || isAltGr)) return { text: key.key }
  return undefined
}

export function makeKeystrokes(timing: () => Timing): Keystrokes {
  let text = ''
  let fast = 0
  let slow = 0
  /** Keys in a row at a scanner's pace, up to the last one. */
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
  /** On a busy computer a scanner stumbles now and then; a hand is slow all along. */
  const looksScanned = (least: number) => fast + 1 >= least && slow * 2 <= fast

  const made = (terminator: Terminator): Scan => ({ text, terminator, ...(capsLock ? { capsLock } : {}) })

  function add(character: string, at: number): Verdict {
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

  function end(terminator: Terminator, at: number): Verdict {
    const { gapMs, clearMs } = timing()
    // Late or not, an end that follows a burst is the burst's.
    if (run >= UNDER_WAY && at - lastAt <= clearMs && looksScanned(LEAST_ENDED)) {
      const scan = made(terminator)
      clear()
      endedAt = at
      lastAt = at
      return { kind: 'scan', scan }
    }
    // The second half of CR LF, or a scanner that sends two ends: it must not press what has the focus.
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
        // Shift and its like come between a scanner's letters; any other key is a hand's.
        if (!/^(Shift|Control|Alt|AltGraph|CapsLock|Meta)$/.test(key.key)) clear()
        return { kind: 'pass' }
      }
      if ('end' in meaning) return end(meaning.end, key.at)
      if ('arrow' in meaning) {
        if (isUnderWay(key.at)) return add(GROUP_SEPARATOR, key.at)
        // A hand's, in a list: the Enter that follows chooses there, and ends no scan.
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
