import { useEffect, useState } from 'react'
import { clearSession, endUnauthenticated, getSession, type StoredSession, saveSession } from '../../../api/session/session.ts'
import { getNetwork, noteUnreachable, subscribeNetwork } from '../../../offline/network.ts'

/** The session's one refresh per page load. Kept here because React runs effects twice in development, which would refresh the session twice. */
let resumed: Promise<void> | undefined

async function resume(): Promise<void> {
  const kept = getSession()
  const { auth, isRetryLater: isLater, isUnreachable: isSilence, isUnauthenticated } = await import('../../../api/session/auth-calls.ts')
  try {
    const answer = await auth.updateOneToken.mutate()
    // A refresh in the middle of sign-in returns step `totp`, but not the address to which the code was sent, so the stored address is kept.
    const sentTo = kept?.sentTo && answer.step === 'totp' ? { sentTo: kept.sentTo } : {}
    const { delivery = kept?.delivery, ...rest } = answer
    saveSession({ ...rest, ...(delivery ? { delivery } : {}), ...sentTo })
  } catch (failure) {
    if (isUnauthenticated(failure)) endUnauthenticated()
    else if ((isSilence(failure) || isLater(failure)) && isStillGood(kept)) resumeLater()
    else clearSession()
  }
}

/** Resumes once the server is reachable again. */
function resumeLater(): void {
  noteUnreachable()
  const unsubscribe = subscribeNetwork(() => {
    if (getNetwork().isUnreachable) return
    unsubscribe()
    void resume()
  })
}

/**
 * While the device is offline, nobody can check whether the session is valid, so it counts as valid until it expires. The next call that reaches the
 * server decides.
 */
function isStillGood(kept: StoredSession | undefined, now = Date.now()): boolean {
  if (kept?.step !== 'signedIn' || !kept.user) return false
  return now < Math.min(Date.parse(kept.expiresAt), Date.parse(kept.idleExpiresAt ?? kept.expiresAt))
}

/**
 * Tries once, when the app loads, to restore the saved session: afterwards the user is signed in, or the saved data is cleared. Returns true until
 * then.
 */
export function useResume(): boolean {
  const [resuming, setResuming] = useState(() => getSession() !== undefined)
  useEffect(() => {
    if (!resuming) return
    resumed ??= resume().catch(clearSession)
    void resumed.then(() => setResuming(false))
  }, [resuming])
  return resuming
}
