import { useCallback, useState } from 'react'

/** One call of a signed-out form: whether it is running, and the message if it failed. */
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
