import { type RefObject, useEffect, useRef } from 'react'
import { Scanner, type ScannerParts } from './scanner.ts'

interface UseScannerParts extends Omit<ScannerParts, 'field'> {
  field?: RefObject<HTMLInputElement | null> | undefined
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

/** The page's scanner, or the shell's, as long as it is open. */
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
