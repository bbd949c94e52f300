import { GROUP_SEPARATOR, type Key, type Terminator } from './keystrokes.ts'

/** One key that arrived, as the test page keeps it. */
export interface LoggedKey {
  /** What it is to a reader: a character, or a name such as GS. */
  label: string
  /** What it stands for in the scan; empty for the end and for keys that are none of the scan's. */
  text: string
  isControl: boolean
  at: number
  end?: Terminator | undefined
  capsLock: boolean
}

/** Keys from one silence to the next. */
export type Take = readonly LoggedKey[]

/** After so long without a key a take is over; longer than the buffer of a scanner, so that slow ones are seen whole. */
export const TAKE_SILENCE_MS = 700

const names: Record<string, string> = { Escape: 'ESC', Backspace: 'BS', ArrowDown: '↓', ' ': 'space' }

/** The key as one reads it; undefined for keys that come with others (Shift and its like). */
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

export const toText = (take: Take): string => take.map((key) => key.text).join('')

export const findTerminator = (take: Take): Terminator => take.find((key) => key.end)?.end ?? 'none'

/** Milliseconds between the keys of a take, the ends too. */
export function measureGaps(take: Take): number[] {
  return take.slice(1).map((key, place) => key.at - (take[place]?.at ?? key.at))
}

/** The gap under which all but the worst twentieth of the keys came. */
export function measurePace(take: Take): number {
  const gaps = measureGaps(take).toSorted((a, b) => a - b)
  return Math.ceil(gaps[Math.ceil(gaps.length * 0.95) - 1] ?? 0)
}
