import { GROUP_SEPARATOR, type Key, type Terminator } from './keystrokes.ts'

/** A received key as the test page records it. */
export interface LoggedKey {
  /** Readable form: a character, or a name such as GS. */
  label: string
  /** The characters that the key adds to the scan; empty for terminators and for keys that don't belong to the scan. */
  text: string
  isControl: boolean
  at: number
  end?: Terminator | undefined
  capsLock: boolean
}

/** Keys between two pauses. */
export type Take = readonly LoggedKey[]

/** Length of the pause that ends a burst. It is longer than a scanner's buffer timeout, so that a slow scanner's scan is captured whole. */
export const TAKE_SILENCE_MS = 700

const names: Record<string, string> = { Escape: 'ESC', Backspace: 'BS', ArrowDown: '↓', ' ': 'space' }

/** Converts a key to an entry of the log; undefined for modifier keys (Shift and similar). */
export function logKey(key: Key): LoggedKey | undefined {
  const { at, capsLock = false } = key
  const made = (label: string, text: string, isControl: boolean, end?: Terminator | undefined): LoggedKey => ({
    label,
    text,
    isControl,
    at,
    capsLock,
    end,
  })
  if (/^(Shift|Control|Alt|AltGraph|Meta|CapsLock|NumLock|Dead|Process|Unidentified)$/.test(key.key)) return undefined
  const letter = key.key.toLowerCase()
  if ((key.ctrl && (key.key === ']' || key.code === 'BracketRight')) || key.key === GROUP_SEPARATOR)
    return made('GS', GROUP_SEPARATOR, true)
  if (key.key === 'ArrowDown') return made('GS (↓)', GROUP_SEPARATOR, true)
  if (key.key === 'Enter') return made('CR', '', true, 'Enter')
  if (key.ctrl && letter === 'm') return made('CR (Ctrl+M)', '', true, 'Ctrl+M')
  if (key.ctrl && letter === 'j') return made('LF', '', true, 'Ctrl+J')
  if (key.key === 'Tab') return made('Tab', '', true, 'Tab')
  if (key.ctrl && letter === 'i') return made('Tab (Ctrl+I)', '', true, 'Tab')
  if (key.ctrl && key.key === '[') return made('ESC', '', true)
  if (key.key.length === 1 && !key.ctrl && !key.other) return made(names[key.key] ?? key.key, key.key, key.key === ' ')
  if (key.key.length === 1 && key.ctrl && key.other) return made(key.key, key.key, false) // AltGr
  return made(key.ctrl ? `Ctrl+${key.key.toUpperCase()}` : (names[key.key] ?? key.key), '', true)
}

export const joinKeys = (take: Take): string => take.map((key) => key.text).join('')

export const findTerminator = (take: Take): Terminator => take.find((key) => key.end)?.end ?? 'none'

/** The gaps between successive keys of a burst, in milliseconds; terminators count as keys. */
export function measureGaps(take: Take): number[] {
  return take.slice(1).map((key, place) => key.at - (take[place]?.at ?? key.at))
}

/** Measures how fast a scanner types, in milliseconds between keys: 95% of the gaps are at most this long. */
export function measurePace(take: Take): number {
  const gaps = measureGaps(take).toSorted((a, b) => a - b)
  return Math.ceil(gaps[Math.ceil(gaps.length * 0.95) - 1] ?? 0)
}
