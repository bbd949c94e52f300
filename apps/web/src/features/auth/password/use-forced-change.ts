import { useEffect, useState } from 'react'
import { UNKNOWN_SIGN_IN_ERROR } from '../../../api/messages.ts'
import { endUnauthenticated, saveSession } from '../../../api/session/session.ts'
import { formatAmount } from '../../../ui/text/format.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { calls } from '../calls.ts'

export interface NewPassword {
  oldPassword: string
  newPassword: string
  repeatNewPassword: string
  revokeTokens: boolean
}

/** What a call was refused with, in words. */
class Refused extends Error {}

/** A temporary password must be changed before anything else; then the session is a full one. */
export function useForcedChange() {
  const [tokens, setTokens] = useState(0)
  useEffect(() => {
    calls()
      .then(async ({ auth }) => setTokens((await auth.readOneAccessTokenCount.query()).live))
      .catch(() => undefined) // then nothing is asked, and what lives is told after the change
  }, [])
  const submit = async (values: NewPassword) => {
    const { auth, settings, isUnauthenticated, writeSignInError: sentenceAtSignIn } = await calls()
    try {
      await settings.updateChangepassword.mutate(values)
      saveSession(await auth.updateOneToken.mutate())
      warnOfLiveTokens(await auth.readOneAccessTokenCount.query().catch(() => ({ live: 0 })))
    } catch (failure) {
      if (isUnauthenticated(failure)) endUnauthenticated()
      throw new Refused(sentenceAtSignIn(failure))
    }
  }
  const findRefusal = (error: unknown) => ({ sentence: error instanceof Refused ? error.message : UNKNOWN_SIGN_IN_ERROR })
  return { submit, refusalOf: findRefusal, tokens }
}

/** A new password is no end of access tokens: who has one keeps it, unless it is revoked. */
function warnOfLiveTokens({ live }: { live: number }): void {
  if (live === 0) return
  const verb = live === 1 ? 'works' : 'work'
  toast.attention(`${formatAmount(live, 'access token')} of yours still ${verb}.`, {
    detail: 'Revoke what you do not know in Settings, Sign-in and security.',
    seconds: 10,
  })
}
