import { useEffect, useState } from 'react'
import { clearSession, endUnauthenticated, getSession, type StoredSession, saveSession } from '../../../api/session/session.ts'
import { getNetwork, noteUnreachable, subscribeNetwork } from '../../../offline/network.ts'

/** React calls effects twice in development; the session is refreshed once a load. */
let resumed: Promise<void> | undefined

async function resume(): Promise<void> {
  const kept = getSession()
  const { auth, isRetryLater: isLater, isUnreachable: isSilence, isUnauthenticated } = await import('../../../api/session/auth-calls.ts')
  try {
    const answer = await auth.updateOneToken.mutate()
    // A refresh in the middle of sign-in answers step `totp` without saying again where the code went.
    const sentTo = kept?.sentTo && answer.step === 'totp' ? { sentTo: kept.sentTo } : {}
    const { delivery = kept?.delivery, ...rest } = answer
    saveSession({ ...rest, ...(delivery ? { delivery } : {}), ...sentTo })
  } catch (failure) {
    if (isUnauthenticated(failure)) endUnauthenticated()
    else if ((isSilence(failure) || isLater(failure)) && isStillGood(kept)) resumeLater()
    else clearSession()
  }
}

/** Asks again once somebody has learned that the server answers. */
function resumeLater(): void {
  noteUnreachable()
  const unsubscribe = subscribeNetwork(() => {
    if (getNetwork().isAway) return
    unsubscribe()
    void resume()
  })
}

/** Without network nobody can say whether the session lives; until its end it is taken for alive, and the next call that gets through decides. */
function isStillGood(kept: StoredSession | undefined, now = Date.now()): boolean {
  if (kept?.step !== 'signedIn' || !kept.user) return false
  return now < Math.min(Date.parse(kept.expiresAt), Date.parse(kept.idleExpiresAt ?? kept.expiresAt))
}

/** On load, session data in local storage is tried once: signed in, or cleared. True while that runs. */
export function useResume(): boolean {
  const [resuming, setResuming] = useState(() => getSession() !== undefined)
  useEffect(() => {
    if (!resuming) return
    resumed ??= resume().catch(clearSession)
    void resumed.then(() => setResuming(false))
  }, [resuming])
  return resuming
}
