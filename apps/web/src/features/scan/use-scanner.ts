import { type RefObject, useEffect, useRef } from 'react'
import { NOT_A_PLACE_TO_SCAN, SCANNED_INTO } from '../../ui/scanned-into.ts'
import { toast } from '../../ui/toast.ts'
import { GROUP_SEPARATOR, type Key, makeKeystrokes, type Scan } from './keystrokes.ts'
import { sayLineFeed, sayScannerHints } from './scan-hints.ts'
import { getScannerSettings, getTiming } from './scanner-settings.ts'

export type ScannedInto = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Scanner {
  /** `into`: the field of the page that the keys went into. */
  onScan: (scan: Scan, into?: ScannedInto) => void
  /** Fields of the page that a scan is not meant for: it is handed over all the same, and the page takes its text out of them again. */
  claims?: (field: ScannedInto) => boolean
  /** The page's own field. What a hand types anywhere on the page goes into it too, and Enter hands it over. */
  field?: RefObject<HTMLInputElement | null>
  onTyped?: (text: string) => void
  /** The shell's scanner rests while a page has one of its own. */
  isShell?: boolean
}

/** How many pages with a scanner of their own are open: none or one, two for a moment while one replaces the other. */
let pages = 0

/** While this is held, scans do not go to the box in the header. Returns what ends it. */
export function holdShellScanner(): () => void {
  pages += 1
  return () => {
    pages -= 1
  }
}

export function keyOf(event: KeyboardEvent): Key {
  return {
    key: event.key,
    code: event.code,
    ctrl: event.ctrlKey,
    other: event.altKey || event.metaKey,
    at: event.timeStamp,
    capsLock: event.getModifierState?.('CapsLock') ?? false,
  }
}

export function isInDialog(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role="dialog"], [role="menu"]') !== null
}

export function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

function stop(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/** A scan went into a dialog: its text leaves the field again, and it is said that it was not taken. */
function refuse(target: EventTarget | null, { text }: Scan, before: string | undefined): void {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) {
    const scanned = text.replaceAll(GROUP_SEPARATOR, '')
    const at = target.value.lastIndexOf(scanned)
    const value = at < 0 ? before : target.value.slice(0, at) + target.value.slice(at + scanned.length)
    if (value !== undefined && value !== target.value) writeInto(target, value)
  }
  const event = new Event(SCANNED_INTO, { bubbles: true, cancelable: true })
  if (target?.dispatchEvent(event) ?? true) toast.attention(NOT_A_PLACE_TO_SCAN, { seconds: 10 })
}

/** As if a hand had written it: React hears of nothing else. */
function writeInto(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Takes what a handheld types, wherever the focus is; the focus itself stays where it is. A scan into another field is that field's
 * own, a scan into an open dialog is refused in words: it must neither press the button that has the focus there nor become text.
 */
export function useScanner(scanner: Scanner): void {
  const latest = useRef(scanner)
  latest.current = scanner
  const isShell = scanner.isShell ?? false
  useEffect(() => {
    const release = isShell ? undefined : holdShellScanner()
    const keystrokes = makeKeystrokes(getTiming)
    let timer: ReturnType<typeof setTimeout> | undefined
    const empty = () => {
      const input = latest.current.field?.current
      if (input) input.value = ''
    }
    const take = (scan: Scan, into?: ScannedInto) => {
      clearTimeout(timer)
      empty()
      sayScannerHints(scan)
      if (into) latest.current.onScan(scan, into)
      else latest.current.onScan(scan)
    }
    const takeLater = (into?: ScannedInto) => {
      timer = setTimeout(() => {
        const scan = keystrokes.elapse(performance.now())
        if (scan) take(scan, into)
      }, getTiming().clearMs + 5)
    }
    /** What stood in a dialog's field before the keys that may be a scan. */
    let before: { target: EventTarget | null; value: string; at: number } | undefined
    const noteBefore = (target: EventTarget | null, at: number) => {
      const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
      if (isField && (before?.target !== target || at - before.at > getTiming().gapMs)) before = { target, value: target.value, at }
      else if (before) before.at = at
    }
    const refuseIn = (target: EventTarget | null, scan: Scan) => refuse(target, scan, before?.target === target ? before?.value : undefined)
    const claimed = (target: EventTarget | null): ScannedInto | undefined => {
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
      return isField && !isInDialog(target) && latest.current.claims?.(target) ? target : undefined
    }
    /** What stands in the page's own field, typed by a hand. */
    const handOver = (input: HTMLInputElement) => {
      clearTimeout(timer)
      const text = input.value
      input.value = ''
      keystrokes.reset()
      if (text.trim() !== '') latest.current.onTyped?.(text)
    }
    /** Keys that only mean something in the page's own field. True when the key was one. */
    const edit = (event: KeyboardEvent, input: HTMLInputElement): boolean => {
      const inField = event.target === input
      if (event.key === 'Enter' && (inField || input.value !== '')) {
        handOver(input)
      } else if (event.key === 'Escape' && input.value !== '') {
        event.stopPropagation()
        input.value = ''
        return true
      } else if (event.key === 'Backspace' && !inField && input.value !== '') {
        input.value = input.value.slice(0, -1)
      } else return false
      stop(event)
      return true
    }
    const write = (event: KeyboardEvent, character: string, isScanned: boolean) => {
      const input = latest.current.field?.current
      if (!input) {
        // Nothing to write into: the keys of a scan must not reach shortcuts or the button that has the focus.
        if (isScanned) stop(event)
        return
      }
      const inField = event.target === input
      // A single slash still goes to the box in the header, a space still presses a button.
      if (!inField && !isScanned && input.value === '' && (character === '/' || character === ' ')) return
      if (!inField || character !== event.key) {
        event.preventDefault()
        input.value += character
      }
      event.stopPropagation()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || (isShell && pages > 0)) return
      const input = latest.current.field?.current ?? null
      const inField = input !== null && event.target === input
      if (!inField && !getScannerSettings().listens) return
      const inDialog = isInDialog(event.target)
      const isForeign = !inField && (inDialog || isTextField(event.target))
      const key = keyOf(event)
      if (inDialog) noteBefore(event.target, key.at)
      const verdict = keystrokes.press(key)
      clearTimeout(timer)
      const into = claimed(event.target)
      if (verdict.kind === 'scan') {
        if (isForeign && !into) {
          // The field takes Enter as its own; the browser's Ctrl+J (downloads) and Ctrl+M are nobody's.
          if (inDialog || event.ctrlKey) stop(event)
          if (inDialog) refuseIn(event.target, verdict.scan)
          return
        }
        stop(event)
        take(verdict.scan, into)
        return
      }
      if (verdict.kind === 'swallow') {
        if (!isForeign || inDialog || event.ctrlKey) stop(event)
        if (event.key !== 'Tab') sayLineFeed()
        return
      }
      if (isForeign) {
        if (inDialog && verdict.kind === 'keep') {
          const { target } = event
          timer = setTimeout(() => {
            const scan = keystrokes.elapse(performance.now())
            if (scan) refuseIn(target, scan)
          }, getTiming().clearMs + 5)
        }
        if (into && verdict.kind === 'keep') {
          // It would choose the option that begins with the scan's letters.
          if (into instanceof HTMLSelectElement) stop(event)
          takeLater(into)
        }
        return
      }
      if (verdict.kind === 'pass' && input && edit(event, input)) return
      const isText = event.key.length === 1 && (!event.ctrlKey || event.altKey) && !event.metaKey && (!event.altKey || event.ctrlKey)
      const character = verdict.kind === 'keep' ? verdict.text : isText ? event.key : ''
      if (character === '') return
      write(event, character, verdict.kind === 'keep')
      takeLater()
    }
    window.addEventListener('keydown', onKey, true)
    return () => {
      release?.()
      clearTimeout(timer)
      window.removeEventListener('keydown', onKey, true)
    }
  }, [isShell])
}
