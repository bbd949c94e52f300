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

/** A rejected call, with the message to show. */
class Refused extends Error {}

/** Saves the new password of a person who signed in with a temporary one, and then completes the session. */
export function useForcedChange() {
  const [tokens, setTokens] = useState(0)
  useEffect(() => {
    calls()
      .then(async ({ auth }) => setTokens((await auth.readOneAccessTokenCount.query()).live))
      .catch(() => undefined) // without this number, the form doesn't offer to revoke tokens, but the user is still warned after the change
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

/** A new password doesn't end access tokens, so warn that they still work until revoked. */
function warnOfLiveTokens({ live }: { live: number }): void {
  if (live === 0) return
  const verb = live === 1 ? 'works' : 'work'
  toast.attention(`Your ${formatAmount(live, 'access token')} still ${verb}.`, {
    detail: 'In Settings, under Sign-in and security, revoke any token that you do not recognize.',
    seconds: 10,
  })
}
