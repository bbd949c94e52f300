import { useLocation } from 'wouter'
import { auth } from '../../api/session/auth-calls.ts'
import { endSession } from '../../api/session/session.ts'
import { makeSessionStore } from '../../api/session/session-store.ts'
import { outbox } from '../../features/scan/outbox/receive-outbox.ts'

/** A request to sign out while unsent scans are on this device. */
interface SignOutWish {
  scans: number
  everywhere: boolean
}

const wish = makeSessionStore<SignOutWish | undefined>(undefined)

function useEndSession(): (everywhere: boolean) => Promise<void> {
  const [, navigate] = useLocation()
  return async (everywhere) => {
    await endSession(() => (everywhere ? auth.deleteAllTokens : auth.deleteOneToken).mutate())
    navigate('/', { replace: true })
  }
}

/** Signs out; asks first if scans are unsent. */
export function useSignOut(): (everywhere?: boolean) => Promise<void> {
  const end = useEndSession()
  return async (everywhere = false) => {
    const scans = outbox.count()
    if (scans > 0) wish.set({ scans, everywhere })
    else await end(everywhere)
  }
}

export function useSignOutWish() {
  const end = useEndSession()
  const current = wish.use()
  return {
    wish: current,
    stay: () => wish.set(undefined),
    leave: () => {
      wish.set(undefined)
      void end(current?.everywhere ?? false)
    },
  }
}
