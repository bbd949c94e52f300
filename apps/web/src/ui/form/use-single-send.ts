import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

interface Outcome<Result> {
  onSent: (result: Result) => void
  onRefused: (error: unknown) => void
  /** Called after React has rendered the result, so that the callback can navigate to another page. */
  onSettled?: ((result: Result) => void) | undefined
}

type Answer<Result> = { ok: true; result: Result } | { ok: false; error: unknown }

/** Allows one submission at a time and ignores others until it settles. */
export function useSingleSend() {
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)
  return {
    isBusy,
    /** Whether a submission is running right now, even before `isBusy` renders. */
    isSending: () => isSending.current,
    send: async <Result>(run: () => Result | Promise<Result>, { onSent, onRefused, onSettled }: Outcome<Result>): Promise<void> => {
      isSending.current = true
      setBusy(true)
      const answer = await settle(async () => run())
      isSending.current = false
      flushSync(() => {
        setBusy(false)
        if (answer.ok) onSent(answer.result)
        else onRefused(answer.error)
      })
      if (answer.ok) onSettled?.(answer.result)
    },
  }
}

async function settle<Result>(run: () => Promise<Result>): Promise<Answer<Result>> {
  try {
    return { ok: true, result: await run() }
  } catch (error) {
    return { ok: false, error }
  }
}
