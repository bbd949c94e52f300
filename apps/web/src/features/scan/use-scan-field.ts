import { type KeyboardEvent, useEffect, useRef } from 'react'
import { toKey } from './scanner/key-events.ts'
import { GROUP_SEPARATOR, makeKeystrokes } from './scanner/keystrokes.ts'
import { getTiming } from './scanner/scanner-settings.ts'
import { looksScanned, SCAN_PAUSE_MS } from './serial-scan.ts'

interface ScanField {
  value: string
  onWrite: (value: string) => void
  /** Once for each scan; `byScanner`: its keys came at a scanner's pace, not from a hand or the clipboard. */
  onScan: (text: string, byScanner: boolean) => void
  /** The Enter that comes now ends a scan, however short: it is no hand's. */
  onEnd?: () => void
  /** This value is what the field was given, not what was put into it. */
  settled?: string
}

/**
 * A text field that is also scanned into (P1 §5): left alone for 250 ms, more than 20 characters are a barcode. A separator is written
 * as a space, which GS1 allows in no data; a scanner's other control keys do not reach the browser.
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
    if (value === settled || !looksScanned(value)) return
    const timer = setTimeout(() => {
      if (taken.current !== value) latest.current.onScan(value, byScanner.current)
      taken.current = value
    }, SCAN_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value, settled])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const verdict = keystrokes.current.press(toKey(event.nativeEvent))
    if (verdict.kind === 'keep') byScanner.current = true
    if (verdict.kind === 'scan') latest.current.onEnd?.()
    if (verdict.kind === 'keep' && verdict.text === GROUP_SEPARATOR) {
      event.preventDefault()
      latest.current.onWrite(`${latest.current.value} `)
    } else if (verdict.kind === 'swallow' || (verdict.kind === 'scan' && verdict.scan.terminator !== 'Enter')) event.preventDefault()
  }
  /** Enter took the value: it is not decoded a second time. Returns whether a scanner typed it. */
  const take = (): boolean => {
    taken.current = latest.current.value
    return byScanner.current
  }
  return { onKeyDown, take }
}
