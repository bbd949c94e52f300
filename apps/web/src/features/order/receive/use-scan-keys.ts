import { type RefObject, useEffect, useRef } from 'react'

/** A scanner types faster than a hand: so many characters with so little between them are a scan, also without Enter. */
const BURST_LENGTH = 8
const BURST_GAP_MS = 45
/** A scanner without a terminator is over after this long (P1 §9). Shorter, a busy page would cut a scan in two. */
const SILENCE_MS = 500

const GROUP_SEPARATOR = '\u001d'

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role="dialog"], [role="menu"]') !== null
}

function isElsewhere(target: EventTarget | null, field: HTMLInputElement | null): boolean {
  if (!(target instanceof HTMLElement) || target === field) return false
  if (isInDialog(target)) return true
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}

/**
 * Every key on the page that is meant for no other field goes to the scan field, wherever the focus is; the focus itself stays where it
 * is. Enter, Tab after a burst, or the silence after a burst hand the text over.
 */
export function useScanKeys(field: RefObject<HTMLInputElement | null>, onScan: (text: string) => void): void {
  const handle = useRef(onScan)
  handle.current = onScan
  useEffect(() => {
    let burst = 0
    let lastAt = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const submit = () => {
      clearTimeout(timer)
      const input = field.current
      burst = 0
      if (!input) return
      const text = input.value
      input.value = ''
      if (text.trim() !== '') handle.current(text)
    }
    /** A scan into an open dialog must not press the button that has the focus there. */
    const guard = (event: KeyboardEvent) => {
      const isFast = event.timeStamp - lastAt < BURST_GAP_MS * 2
      if (event.key === 'Enter' && isFast && burst >= BURST_LENGTH) {
        event.preventDefault()
        event.stopPropagation()
      } else if (event.key.length === 1) burst = isFast ? burst + 1 : 1
      lastAt = event.timeStamp
    }
    const onKey = (event: KeyboardEvent) => {
      const input = field.current
      if (!input || event.isComposing) return
      if (isElsewhere(event.target, input)) {
        // A scan into another field, such as the box in the header, is that field's own.
        if (isInDialog(event.target)) guard(event)
        return
      }
      const inField = event.target === input
      const isSeparator = event.ctrlKey && (event.key === ']' || event.code === 'BracketRight')
      const isBursting = burst >= 2 && event.timeStamp - lastAt < 100
      if (event.key === 'Enter' || (event.key === 'Tab' && isBursting && burst >= BURST_LENGTH)) {
        if (!inField && !isBursting && input.value === '') return
        event.preventDefault()
        event.stopPropagation()
        submit()
        return
      }
      if (event.key === 'Escape' && input.value !== '') {
        event.stopPropagation()
        input.value = ''
        return
      }
      if (event.key === 'Backspace' && !inField && input.value !== '') {
        event.preventDefault()
        input.value = input.value.slice(0, -1)
        return
      }
      const character = isSeparator ? GROUP_SEPARATOR : event.key
      if (character.length !== 1 || ((event.ctrlKey || event.metaKey || event.altKey) && !isSeparator)) return
      // A single slash still goes to the box in the header, a space still presses a button.
      if (!inField && !isBursting && input.value === '' && (character === '/' || character === ' ')) return
      burst = event.timeStamp - lastAt < BURST_GAP_MS ? burst + 1 : 1
      lastAt = event.timeStamp
      if (!inField || isSeparator) {
        event.preventDefault()
        input.value += character
      }
      event.stopPropagation()
      clearTimeout(timer)
      timer = setTimeout(() => burst >= BURST_LENGTH && submit(), SILENCE_MS)
    }
    window.addEventListener('keydown', onKey, true)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', onKey, true)
    }
  }, [field])
}
