import { DialogScans } from '../dialog-scans.ts'
import { isInDialog, isTextField, readKeyEvent, type ScannedInto, swallowKey } from './key-events.ts'
import { type KeyVerdict, makeKeystrokes, type Scan } from './keystrokes.ts'
import { showLineFeedHint, showScannerHints } from './scan-hints.ts'
import { getScannerSettings, getTiming } from './scanner-settings.ts'

/** A page's handlers for its scans. */
export interface ScannerParts {
  /** Called for each scan. `into` is the field in which the scan was typed, if the page claims scans in that field (see `claims`). */
  onScan: (scan: Scan, into?: ScannedInto) => void
  /**
   * Whether the page handles scans typed into this field, which is one of the page's fields but not meant for scans. The page then gets the scan with
   * `into`, and removes the scanned text from the field.
   */
  claims?: (field: ScannedInto) => boolean
  /** The page's scan field. Keys that the user types outside any other field are written into the scan field, and Enter submits it. */
  field?: () => HTMLInputElement | null
  onTyped?: ((text: string) => void) | undefined
}

/**
 * Captures a handheld's scans wherever the focus is, without moving the focus. A scan into another field belongs to that field. A scan into an open
 * dialog is offered to it or rejected with a message, because it must neither press the focused button nor end up as text in a field.
 */
export class Scanner {
  private readonly parts: () => ScannerParts
  private readonly keystrokes = makeKeystrokes(getTiming)
  private readonly inDialogs = new DialogScans()
  private timer: ReturnType<typeof setTimeout> | undefined

  /** @param parts returns the page's handlers from the latest render, so that the scanner never calls outdated ones. */
  constructor(parts: () => ScannerParts) {
    this.parts = parts
  }

  end(): void {
    clearTimeout(this.timer)
  }

  press(event: KeyboardEvent): void {
    const input = this.input()
    const inField = input !== null && event.target === input
    if (!inField && !getScannerSettings().listens) return
    const inDialog = isInDialog(event.target)
    const isForeign = !inField && (inDialog || isTextField(event.target))
    const key = readKeyEvent(event)
    if (inDialog) this.inDialogs.note(event.target, key.at)
    const verdict = this.keystrokes.press(key)
    clearTimeout(this.timer)
    if (verdict.kind === 'scan') this.endScan(event, verdict.scan, isForeign, inDialog)
    else if (verdict.kind === 'swallow') {
      if (!isForeign || inDialog || event.ctrlKey) swallowKey(event)
      if (event.key !== 'Tab') showLineFeedHint()
    } else if (isForeign) {
      if (verdict.kind === 'keep') this.keepForeign(event, inDialog)
    } else this.write(event, input, verdict)
  }

  private input(): HTMLInputElement | null {
    return this.parts().field?.() ?? null
  }

  private claimed(target: EventTarget | null): ScannedInto | undefined {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
    return isField && !isInDialog(target) && this.parts().claims?.(target) ? target : undefined
  }

  private take(scan: Scan, into?: ScannedInto): void {
    clearTimeout(this.timer)
    const input = this.input()
    if (input) input.value = ''
    showScannerHints(scan)
    if (into) this.parts().onScan(scan, into)
    else this.parts().onScan(scan)
  }

  /** Ends a scan that has no terminator: calls `then` with the scan after a pause without further keys. */
  private afterPause(then: (scan: Scan) => void): void {
    this.timer = setTimeout(() => {
      const scan = this.keystrokes.elapse(performance.now())
      if (scan) then(scan)
    }, getTiming().clearMs + 5)
  }

  private endScan(event: KeyboardEvent, scan: Scan, isForeign: boolean, inDialog: boolean): void {
    const into = this.claimed(event.target)
    if (isForeign && !into) {
      // Outside a dialog, Enter reaches the text field, which handles it itself. Ctrl+J (the browser's downloads) and Ctrl+M must not reach the
      // browser.
      if (inDialog || event.ctrlKey) swallowKey(event)
      if (inDialog) this.inDialogs.offer(event.target, scan)
      return
    }
    swallowKey(event)
    this.take(scan, into)
  }

  /** Handles a key pressed outside the page's own scan field: the scan that it may belong to goes to the dialog or to the field that claims it. */
  private keepForeign(event: KeyboardEvent, inDialog: boolean): void {
    const { target } = event
    if (inDialog) this.afterPause((scan) => this.inDialogs.offer(target, scan))
    const into = this.claimed(target)
    if (!into) return
    // Swallows the key; otherwise the select element would take the scan's first letters as typed and choose an option that starts with them.
    if (into instanceof HTMLSelectElement) swallowKey(event)
    this.afterPause((scan) => this.take(scan, into))
  }

  private write(event: KeyboardEvent, input: HTMLInputElement | null, verdict: KeyVerdict): void {
    if (verdict.kind === 'pass' && input && this.edit(event, input)) return
    const isText = event.key.length === 1 && (!event.ctrlKey || event.altKey) && !event.metaKey && (!event.altKey || event.ctrlKey)
    const character = verdict.kind === 'keep' ? verdict.text : isText ? event.key : ''
    if (character === '') return
    this.writeCharacter(event, input, character, verdict.kind === 'keep')
    this.afterPause((scan) => this.take(scan))
  }

  /** Handles Enter, Escape and Backspace for the page's own field. Returns whether it handled the key. */
  private edit(event: KeyboardEvent, input: HTMLInputElement): boolean {
    const inField = event.target === input
    if (event.key === 'Enter' && (inField || input.value !== '')) {
      this.handOver(input)
    } else if (event.key === 'Escape' && input.value !== '') {
      event.stopPropagation()
      input.value = ''
      return true
    } else if (event.key === 'Backspace' && !inField && input.value !== '') {
      input.value = input.value.slice(0, -1)
    } else return false
    swallowKey(event)
    return true
  }

  /** Empties the page's scan field and passes its text to `onTyped`, unless the field was blank. */
  private handOver(input: HTMLInputElement): void {
    clearTimeout(this.timer)
    const text = input.value
    input.value = ''
    this.keystrokes.reset()
    if (text.trim() !== '') this.parts().onTyped?.(text)
  }

  private writeCharacter(event: KeyboardEvent, input: HTMLInputElement | null, character: string, isScanned: boolean): void {
    if (!input) {
      // If no field takes scans here, a scan's keys must still not reach shortcuts or the focused button.
      if (isScanned) swallowKey(event)
      return
    }
    const inField = event.target === input
    // Outside the scan field, a slash that a person types first focuses the header's search, and a space presses the focused button.
    if (!inField && !isScanned && input.value === '' && (character === '/' || character === ' ')) return
    if (!inField || character !== event.key) {
      event.preventDefault()
      input.value += character
    }
    event.stopPropagation()
  }
}
