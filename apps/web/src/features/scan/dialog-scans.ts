import { NOT_A_PLACE_TO_SCAN, SCANNED_INTO, type ScannedIntoDialog } from '../../ui/form/scanned-into.ts'
import { toast } from '../../ui/toast/toast.ts'
import { writeInto } from './scanner/key-events.ts'
import { GROUP_SEPARATOR, type Scan } from './scanner/keystrokes.ts'
import { getTiming } from './scanner/scanner-settings.ts'

/** The value that a dialog's field had before a burst of keystrokes, to be put back if the burst was a scan. */
interface Before {
  target: EventTarget | null
  value: string
  at: number
}

/**
 * Handles scans that are made while a dialog is open. The text of a scan is removed from the field that it was typed into. A dialog with a place for
 * scans receives the scan; otherwise a message says that the scan was not accepted.
 */
export class DialogScans {
  private before: Before | undefined

  /** Remembers the field's text before a key press that may begin a scan. @param at time of the key press, in milliseconds. */
  note(target: EventTarget | null, at: number): void {
    const isField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement
    if (isField && (this.before?.target !== target || at - this.before.at > getTiming().gapMs))
      this.before = { target, value: target.value, at }
    else if (this.before) this.before.at = at
  }

  offer(target: EventTarget | null, { text }: Scan): void {
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) {
      const scanned = text.replaceAll(GROUP_SEPARATOR, '')
      const at = target.value.lastIndexOf(scanned)
      const before = this.before?.target === target ? this.before.value : undefined
      const value = at < 0 ? before : target.value.slice(0, at) + target.value.slice(at + scanned.length)
      if (value !== undefined && value !== target.value) writeInto(target, value)
    }
    const event: ScannedIntoDialog = new CustomEvent(SCANNED_INTO, { bubbles: true, cancelable: true, detail: { text } })
    if (target?.dispatchEvent(event) ?? true) toast.attention(NOT_A_PLACE_TO_SCAN, { seconds: 10 })
  }
}
