import { useEffect } from 'react'

/** Loads the module with the sign-in calls. It is separate from the form, to keep the first load small. */
export const calls = () => import('../../api/session/auth-calls.ts')

/** Loads the module with the sign-in calls while the user reads the form, before a call is needed. */
export function useCallsPreloaded(): void {
  useEffect(() => {
    calls().catch(() => undefined) // if the device is offline, the sign-in call will say so
  }, [])
}
