import { useCallback, useState } from 'react'

/** A server call from a form for users who are not signed in: whether it is in progress, and the message if it failed. */
export function useCall() {
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string>()
  const run = useCallback(async (work: () => Promise<void>, say: (failure: unknown) => Promise<string | undefined>) => {
    setPending(true)
    try {
      await work()
      setError(undefined)
    } catch (failure) {
      setError(await say(failure))
    } finally {
      setPending(false)
    }
  }, [])
  return { pending, error, setError, run }
}
