import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'

/** Ways in which a handheld ends a scan. */
export type Ending = 'Enter' | 'Control+m' | 'Control+j' | 'none'

interface Stroke {
  key: string
  code: string
  text?: string
  modifiers?: number
  windowsVirtualKeyCode?: number
}

/** Time between two keys of a scan, in seconds, according to their timestamps. */
const GAP = 0.005
const CONTROL = 2
const sessions = new WeakMap<Page, { session: Promise<CDPSession>; at: number }>()

/**
 * Types like a handheld scanner: a burst of keys through the browser's own input, with Ctrl+] between the parts, then the ending. Each key has a
 * timestamp at a scanner's pace, so that a busy machine doesn't look like slow typing.
 */
export async function scan(page: Page, parts: string | readonly string[], end: Ending = 'Enter'): Promise<void> {
  const strokes = (typeof parts === 'string' ? [parts] : parts).flatMap((part, place) => [
    ...(place > 0 ? [control(']', 'BracketRight', 221)] : []),
    ...[...part].map(makeStroke),
  ])
  // If the scanner sends no ending, the page ends the scan after a pause, which it measures by its clock. The keys' timestamps may be ahead of that
  // clock, so wait until the clock has passed them.
  if (end === 'none') await pause(Math.max(0, (sessions.get(page)?.at ?? 0) + 1 - Date.now() / 1000) * 1000)
  await press(page, end === 'none' ? strokes : [...strokes, makeEnding(end)])
}

function makeStroke(char: string): Stroke {
  if (/\d/.test(char)) return { key: char, code: `Digit${char}`, text: char }
  if (/[a-z]/i.test(char)) return { key: char, code: `Key${char.toUpperCase()}`, text: char }
  return { key: char, code: '', text: char }
}

function control(key: string, code: string, windowsVirtualKeyCode: number): Stroke {
  return { key, code, modifiers: CONTROL, windowsVirtualKeyCode }
}

function makeEnding(end: Exclude<Ending, 'none'>): Stroke {
  if (end === 'Control+m') return control('m', 'KeyM', 77)
  if (end === 'Control+j') return control('j', 'KeyJ', 74)
  return { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }
}

async function press(page: Page, strokes: readonly Stroke[]): Promise<void> {
  const known = sessions.get(page) ?? { session: page.context().newCDPSession(page), at: 0 }
  sessions.set(page, known)
  const session = await known.session
  // Dates the keys so that the last one happens now, because the page notices by its own clock that a scan without a terminator has ended.
  known.at = Math.max(known.at, Date.now() / 1000 - strokes.length * GAP)
  const sent = strokes.flatMap((stroke) => {
    known.at += GAP
    return [
      session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...stroke, timestamp: known.at }),
      session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...stroke, text: '', timestamp: known.at }),
    ]
  })
  await Promise.all(sent)
  // Waits until the last key's timestamp has passed; otherwise keys typed afterwards would have earlier timestamps than the scan's keys.
  await pause(Math.max(0, known.at - Date.now() / 1000) * 1000)
}
