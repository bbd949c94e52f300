import { useEffect } from 'react'

/** Not part of the first load: it comes while the user reads the form. */
export const calls = () => import('../../api/session/auth-calls.ts')

/** Has the calls ready before they are needed. */
export function useCallsPreloaded(): void {
  useEffect(() => {
    calls().catch(() => undefined) // offline: the call itself will say so
  }, [])
}
