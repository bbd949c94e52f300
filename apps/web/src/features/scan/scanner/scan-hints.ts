import { toast } from '../../../ui/toast/toast.ts'
import type { Scan } from './keystrokes.ts'

/** A value from a handheld that is shorter than this is unknown text (P1 §5). */
export const UNKNOWN_BELOW = 20

export const NO_SERIAL = 'Serial Number not found in barcode'
export const MAP_FUNCTION_KEYS = "The scan could not be read. Enable 'Function Key Mapping' on the scanner."

/** Warns in orange for ten seconds that a handheld's scan could not be decoded (decision 24). */
export function warnNotDecoded(why: string): void {
  toast.attention(MAP_FUNCTION_KEYS, { seconds: 10, detail: `${why}. Open Scanner in Settings to see what arrives.` })
}

export function warnNoSerial(): void {
  toast.attention(NO_SERIAL, { seconds: 10 })
}

/** Shows a hint about the scanner's settings after an accepted scan; a hint that is still on the screen is not repeated. */
export function showScannerHints({ terminator, capsLock }: Pick<Scan, 'terminator' | 'capsLock'>): void {
  const hint =
    terminator === 'Ctrl+J'
      ? 'The scanner ends with LF or CRLF. Set its suffix to CR or none.'
      : capsLock && 'Caps Lock is on: serial numbers arrive with the wrong letters. Turn it off.'
  if (!hint || toast.get().some((shown) => shown.message === hint)) return
  toast.attention(hint, { seconds: 10, detail: 'Open Scanner in Settings to see what arrives.' })
}

/** Warns that the scanner ends a scan with CR and LF. Called if the LF arrives after the CR has already completed the scan. */
export function showLineFeedHint(): void {
  showScannerHints({ terminator: 'Ctrl+J' })
}
