import { useEffect } from 'react'
import { makeStore } from '../../ui/state/store.ts'
import { isTextField } from '../scan/scanner/key-events.ts'

/** Whether the help panel is open; buttons and keys change it. */
export const helpOpened = makeStore(false)

/** Time between keystrokes below which they come from a scanner. A question mark inside a scanned serial number must not open the help. */
const HAND_MS = 120

/** `?` opens the help outside text fields, F1 everywhere. */
export function useHelpKeys(): void {
  useEffect(() => {
    let lastAt = Number.NEGATIVE_INFINITY
    let waiting: ReturnType<typeof setTimeout> | undefined
    const onKey = (event: KeyboardEvent) => {
      clearTimeout(waiting)
      const isAlone = event.timeStamp - lastAt > HAND_MS
      if (event.key !== 'Shift') lastAt = event.timeStamp
      if (event.key === 'F1') {
        event.preventDefault()
        helpOpened.set(true)
      }
      if (event.key !== '?' || event.ctrlKey || event.metaKey || isTextField(event.target) || !isAlone) return
      waiting = setTimeout(() => helpOpened.set(true), HAND_MS)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(waiting)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}
