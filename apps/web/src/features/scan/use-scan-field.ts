import { type KeyboardEvent, useEffect, useRef } from 'react'
import { readKeyEvent } from './scanner/key-events.ts'
import { GROUP_SEPARATOR, makeKeystrokes } from './scanner/keystrokes.ts'
import { getTiming } from './scanner/scanner-settings.ts'
import { isScannedText, SCAN_PAUSE_MS } from './serial-scan.ts'

interface ScanField {
  value: string
  onWrite: (value: string) => void
  /** Called once per scan. `byScanner` is true if the keys arrived as fast as a scanner sends them; false for typed or pasted text. */
  onScan: (text: string, byScanner: boolean) => void
  /** Called when the scanner sends the key that ends a scan, even a short one. Enter pressed by a person does not count. */
  onEnd?: () => void
  /** A value that the page itself wrote into the field. It is not new input, so it never counts as a scan. */
  settled?: string
}

/**
 * A text field that also accepts scans (P1 §5): a text of more than 20 characters that rests for 250 ms counts as a barcode. A separator is written
 * as a space, which no GS1 data may contain; a scanner's other control keys don't reach the browser.
 */
export function useScanField(field: ScanField) {
  const latest = useRef(field)
  latest.current = field
  const keystrokes = useRef(makeKeystrokes(getTiming))
  const byScanner = useRef(false)
  const taken = useRef('')
  const { value, settled } = field
  useEffect(() => {
    if (value === '') {
      byScanner.current = false
      taken.current = ''
    }
    if (value === settled || !isScannedText(value)) return
    const timer = setTimeout(() => {
      if (taken.current !== value) latest.current.onScan(value, byScanner.current)
      taken.current = value
    }, SCAN_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value, settled])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const verdict = keystrokes.current.press(readKeyEvent(event.nativeEvent))
    if (verdict.kind === 'keep') byScanner.current = true
    if (verdict.kind === 'scan') latest.current.onEnd?.()
    if (verdict.kind === 'keep' && verdict.text === GROUP_SEPARATOR) {
      event.preventDefault()
      latest.current.onWrite(`${latest.current.value} `)
    } else if (verdict.kind === 'swallow' || (verdict.kind === 'scan' && verdict.scan.terminator !== 'Enter')) event.preventDefault()
  }
  /**
   * Called when Enter submits the value. Marks the value as handled, so that it isn't decoded again after the pause. Returns whether a scanner typed
   * it.
   */
  const take = (): boolean => {
    taken.current = latest.current.value
    return byScanner.current
  }
  return { onKeyDown, take }
}
