import { useEffect, useRef } from 'react'
import { SCANNED_INTO, type ScannedIntoDialog } from '../../ui/form/scanned-into.ts'

/** While a dialog that accepts scans is open, passes handheld scans to it, wherever in the dialog the focus is. */
export function useDialogScans(onScan: (text: string) => void): void {
  const latest = useRef(onScan)
  latest.current = onScan
  useEffect(() => {
    const take = (event: Event) => {
      event.preventDefault()
      latest.current((event as ScannedIntoDialog).detail.text) // no other event type has this name
    }
    document.addEventListener(SCANNED_INTO, take)
    return () => document.removeEventListener(SCANNED_INTO, take)
  }, [])
}
