import { useEffect, useState } from 'react'
import { clearSession, endUnauthenticated, saveSession } from '../../api/session.ts'
import { countOf } from '../../ui/format.ts'
import { toast } from '../../ui/toast.ts'
import { useCall } from './use-call.ts'

export const CODE_LENGTH = 6
const WRONG_LENGTH = 'One time passcodes must be exactly 6 characters in length'
const CODE_EXPIRED = 'Your one time security code has expired. Please generate a new one, or log in again.'
const CODE_REFUSED =
  'Your code did not match our records. Check that the code is typed exactly as it appeared in the email we sent to you. If you keep getting this message please contact us.'
/** Nothing was mailed, so the documented words would mislead. */
const APP_CODE_REFUSED =
  'Your code did not match our records. Type the newest code of your app, or a recovery code that you have not used yet. Each code works once. If you keep getting this message please contact us.'
const RESEND_FAILED = 'An error occurred while generating your new code. Please try again. If the problem persists contact us.'

/** Not part of the first load: it comes while the user reads the form. */
const calls = () => import('../../api/auth-calls.ts')

/** Has the calls ready before they are needed. */
export function useCallsPreloaded(): void {
  useEffect(() => {
    calls().catch(() => undefined) // offline: the call itself will say so
  }, [])
}

export function usePasswordStep() {
  const { pending, error, run } = useCall()
  const submit = (emailAddress: string, password: string) =>
    run(
      async () => saveSession(await (await calls()).auth.createOneToken.mutate({ emailAddress, password })),
      async (failure) => (await calls()).sentenceAtSignIn(failure),
    )
  return { pending, error, submit }
}

/** What the code form says about a refused code. */
function codeSentence(message: string | undefined, delivery: 'email' | 'app' = 'email'): string {
  if (message === 'totp expired') return CODE_EXPIRED
  return delivery === 'app' ? APP_CODE_REFUSED : CODE_REFUSED
}

export function useCodeStep(delivery: 'email' | 'app') {
  const { pending, error, setError, run } = useCall()
  const submit = (totp: string) => {
    // Said at once; the call is made all the same, and the server's words replace these.
    const isRecoveryCode = delivery === 'app' && totp.length > CODE_LENGTH
    setError(totp.length === CODE_LENGTH || isRecoveryCode ? undefined : WRONG_LENGTH)
    return run(
      async () => saveSession(await (await calls()).auth.updateOneTotp.mutate({ totp })),
      async (failure) => {
        const { isBusy, isUnauthenticated, sentenceAtSignIn } = await calls()
        if (isUnauthenticated(failure)) endUnauthenticated()
        if (isBusy(failure)) return sentenceAtSignIn(failure)
        return codeSentence(failure instanceof Error ? failure.message : undefined, delivery)
      },
    )
  }
  return { pending, error, submit }
}

export function useResend(onSent: () => void) {
  const { pending, error, run } = useCall()
  const resend = () =>
    run(
      async () => {
        await (await calls()).auth.updateOneResendtotp.mutate()
        onSent()
      },
      async () => RESEND_FAILED,
    )
  return { pending, error, resend }
}

/** Back to step 1: the half-made session is forgotten here and runs out by itself on the server. */
export function returnToPassword(): void {
  clearSession()
}

export interface NewPassword {
  oldPassword: string
  newPassword: string
  repeatNewPassword: string
  revokeTokens: boolean
}

/** A temporary password must be changed before anything else; then the session is a full one. */
export function useForcedChange() {
  const { pending, error, run } = useCall()
  const [tokens, setTokens] = useState(0)
  useEffect(() => {
    calls()
      .then(async ({ auth }) => setTokens((await auth.readOneAccessTokenCount.query()).live))
      .catch(() => undefined) // then nothing is asked, and what lives is told after the change
  }, [])
  const submit = (values: NewPassword) =>
    run(
      async () => {
        const { auth, settings } = await calls()
        await settings.updateChangepassword.mutate(values)
        saveSession(await auth.updateOneToken.mutate())
        sayTokensLive(await auth.readOneAccessTokenCount.query().catch(() => ({ live: 0 })))
      },
      async (failure) => {
        const { isUnauthenticated, sentenceAtSignIn } = await calls()
        if (isUnauthenticated(failure)) endUnauthenticated()
        return sentenceAtSignIn(failure)
      },
    )
  return { pending, error, submit, tokens }
}

/** A new password is no end of access tokens: who has one keeps it, unless it is revoked. */
function sayTokensLive({ live }: { live: number }): void {
  if (live === 0) return
  const verb = live === 1 ? 'works' : 'work'
  toast.attention(`${countOf(live, 'access token')} of yours still ${verb}.`, {
    detail: 'Revoke what you do not know in Settings, Sign-in and security.',
    seconds: 10,
  })
}

export function useRecovery() {
  const { pending, error, setError, run } = useCall()
  const submit = (emailAddress: string, onSent: () => void) =>
    run(
      async () => {
        await (await calls()).auth.createOneTemporarypassword.mutate({ emailAddress })
        onSent()
      },
      async (failure) => (await calls()).sentenceAtSignIn(failure),
    )
  return { pending, error, setError, submit }
}
