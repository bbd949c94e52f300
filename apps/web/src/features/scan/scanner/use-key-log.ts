import { useEffect, useRef, useState } from 'react'
import { isInDialog, isTextField, readKeyEvent } from './key-events.ts'
import { logKey, TAKE_SILENCE_MS, type Take } from './scan-log.ts'
import { holdShellScanner } from './use-scanner.ts'

/** Milliseconds that a burst stays open after a terminator, because some scanners send a second terminator. */
const AFTER_END_MS = 250
/**
 * If a control key such as Tab or Enter follows the last key within this many milliseconds, it belongs to the scanner's burst and is not keyboard
 * navigation.
 */
const TOGETHER_MS = 300
const UNDER_WAY = 3

/** Logs every key on the page by burst. `onTake` receives each completed burst. */
export function useKeyLog(onTake: (take: Take) => void): Take {
  const [shown, setShown] = useState<Take>([])
  const latest = useRef(onTake)
  latest.current = onTake
  useEffect(() => {
    const release = holdShellScanner()
    let take: Take = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const finish = () => {
      const whole = take
      take = []
      // A single key was probably pressed by accident, so it is not reported as a burst.
      if (whole.length > 1) latest.current(whole)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || isTextField(event.target) || isInDialog(event.target) || event.metaKey) return
      const key = logKey(readKeyEvent(event))
      if (!key) return
      const isTogether = take.length > 0 && key.at - (take.at(-1)?.at ?? 0) < TOGETHER_MS
      const isWorking = key.isControl || event.key === ' ' || event.key === '/'
      if (isWorking && !(isTogether && take.length >= UNDER_WAY)) {
        // Ignore keys such as Tab, Enter, Space and slash outside a burst, because a person pressed them. Keep GS and ESC, because a scan may begin
        // with a separator.
        if (key.label !== 'GS' && key.label !== 'ESC') return
      }
      event.preventDefault()
      event.stopPropagation()
      take = [...take, key]
      setShown(take)
      clearTimeout(timer)
      timer = setTimeout(finish, key.end ? AFTER_END_MS : TAKE_SILENCE_MS)
    }
    window.addEventListener('keydown', onKey, true)
    return () => {
      release()
      clearTimeout(timer)
      window.removeEventListener('keydown', onKey, true)
    }
  }, [])
  return shown
}
