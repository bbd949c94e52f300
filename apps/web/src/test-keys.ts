import { createEvent, fireEvent } from '@testing-library/react'

const GS = '\u001d'

/** Time between two keys in milliseconds, by the events' timestamps, so that the speed of this machine doesn't matter. */
const SCANNER_GAP = 5
const HAND_GAP = 400

let lastAt = 0

function press(target: HTMLElement, init: KeyboardEventInit & { key: string }, gap: number): boolean {
  lastAt += gap
  const event = createEvent.keyDown(target, init)
  Object.defineProperty(event, 'timeStamp', { value: lastAt })
  const isWritten = fireEvent(target, event)
  if (isWritten && init.key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit()
  const isText = init.key.length === 1 && !init.ctrlKey
  if (isWritten && isText && target instanceof HTMLInputElement) fireEvent.change(target, { target: { value: target.value + init.key } })
  return isWritten
}

function pressAll(target: HTMLElement, text: string, gap: number, goesOn = false): boolean {
  if (!goesOn) lastAt = Math.max(lastAt + HAND_GAP, performance.now())
  let isWritten = true
  for (const char of text) {
    if (char === GS) isWritten = press(target, { key: ']', ctrlKey: true }, gap)
    else if (char === '\n') isWritten = press(target, { key: 'j', ctrlKey: true }, gap)
    else if (char === '\r') isWritten = press(target, { key: 'Enter' }, gap)
    else isWritten = press(target, { key: char }, gap)
  }
  return isWritten
}

/**
 * Types keys like a handheld; GS is Ctrl+], \r is Enter, \n is Ctrl+J. Returns false if the page prevented the last key. With `goesOn` the keys
 * continue the previous burst.
 */
export function scanKeys(target: HTMLElement, text: string, { goesOn = false } = {}): boolean {
  return pressAll(target, text, SCANNER_GAP, goesOn)
}

/** Types keys as slowly as a person. */
export function typeKeys(target: HTMLElement, text: string): boolean {
  return pressAll(target, text, HAND_GAP)
}
