import { type RefObject, useEffect, useRef } from 'react'
import { Scanner, type ScannerParts } from './scanner.ts'

interface UseScannerParts extends Omit<ScannerParts, 'field'> {
  field?: RefObject<HTMLInputElement | null> | undefined
  /** Whether this is the shell's scanner, which pauses while a page has its own. */
  isShell?: boolean
}

/** Number of open pages with a scanner; briefly two while one page replaces another. */
let pages = 0

/** Keeps scans from going to the header's search box until the returned function is called. */
export function holdShellScanner(): () => void {
  pages += 1
  return () => {
    pages -= 1
  }
}

/**
 * Handles scans while the component is mounted: as the shell's scanner if `isShell` is set, otherwise as the page's, which takes precedence over the
 * shell's.
 */
export function useScanner({ field, isShell = false, ...parts }: UseScannerParts): void {
  const latest = useRef<ScannerParts>(parts)
  latest.current = field ? { ...parts, field: () => field.current } : parts
  useEffect(() => {
    const release = isShell ? undefined : holdShellScanner()
    const scanner = new Scanner(() => latest.current)
    const onKey = (event: KeyboardEvent) => {
      if (!event.isComposing && !(isShell && pages > 0)) scanner.press(event)
    }
    window.addEventListener('keydown', onKey, true)
    return () => {
      release?.()
      scanner.end()
      window.removeEventListener('keydown', onKey, true)
    }
  }, [isShell])
}
