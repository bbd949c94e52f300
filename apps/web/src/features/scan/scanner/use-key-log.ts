import { useEffect, useRef, useState } from 'react'
import { isInDialog, isTextField, toKey } from './key-events.ts'
import { logKey, TAKE_SILENCE_MS, type Take } from './scan-log.ts'
import { holdShellScanner } from './use-scanner.ts'

/** An end key came: only a second one can follow. */
const AFTER_END_MS = 250
/** Within so long of the last key a control key belongs to the take, and is not somebody who works the page by keyboard. */
const TOGETHER_MS = 300
const UNDER_WAY = 3

/** Every key that arrives on the page, take by take. `onTake` is told of each one that is over. */
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
      // One key alone is a slip of a hand.
      if (whole.length > 1) latest.current(whole)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.isComposing || isTextField(event.target) || isInDialog(event.target) || event.metaKey) return
      const key = logKey(toKey(event))
      if (!key) return
      const isTogether = take.length > 0 && key.at - (take.at(-1)?.at ?? 0) < TOGETHER_MS
      const isWorking = key.isControl || event.key === ' ' || event.key === '/'
      if (isWorking && !(isTogether && take.length >= UNDER_WAY)) {
        // The arrow keys, Tab and Enter of a hand; but a scan may begin with a separator.
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
