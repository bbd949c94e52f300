import { useLocation } from 'wouter'
import { auth } from '../api/auth-calls.ts'
import { clearSession } from '../api/session.ts'

/** Ends the session on the server and here; here in any case, and whatever the server says. */
export function useSignOut(): (everywhere?: boolean) => Promise<void> {
  const [, navigate] = useLocation()
  return async (everywhere = false) => {
    try {
      await (everywhere ? auth.deleteAllTokens : auth.deleteOneToken).mutate()
    } catch {
      // The session may have ended already, or the network is gone: it runs out by itself.
    }
    clearSession()
    navigate('/', { replace: true })
  }
}
