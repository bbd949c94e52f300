import { useEffect } from 'react'

/** Loaded separately while the user reads the form, to keep the first load small. */
export const calls = () => import('../../api/session/auth-calls.ts')

/** Loads the calls before they are needed. */
export function useCallsPreloaded(): void {
  useEffect(() => {
    calls().catch(() => undefined) // offline: the call itself will report that
  }, [])
}
