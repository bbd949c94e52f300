import { endUnauthenticated, saveSession } from '../../../api/session/session.ts'
import { calls } from '../calls.ts'
import { useCall } from '../use-call.ts'

export const CODE_LENGTH = 6
const WRONG_LENGTH = 'One time passcodes must be exactly 6 characters in length'
const CODE_EXPIRED = 'Your one time security code has expired. Please generate a new one, or log in again.'
const CODE_REFUSED =
  'Your code did not match our records. Check that the code is typed exactly as it appeared in the email we sent to you. If you keep getting this message please contact us.'
/** Replaces `CODE_REFUSED` if the code comes from an authenticator app, because that text refers to an email. */
const APP_CODE_REFUSED =
  'Your code did not match our records. Type the newest code from your app, or a recovery code that you have not used yet. Each code works once. If you keep getting this message please contact us.'
const RESEND_FAILED = 'An error occurred while generating your new code. Please try again. If the problem persists contact us.'

/** Message for a rejected code. */
function codeSentence(message: string | undefined, delivery: 'email' | 'app' = 'email'): string {
  if (message === 'totp expired') return CODE_EXPIRED
  return delivery === 'app' ? APP_CODE_REFUSED : CODE_REFUSED
}

export function useCodeStep(delivery: 'email' | 'app') {
  const { pending, error, setError, run } = useCall()
  const submit = (totp: string) => {
    // Shows the wrong-length message without waiting for the server. The code is sent anyway, and the server's message then replaces this one.
    const isRecoveryCode = delivery === 'app' && totp.length > CODE_LENGTH
    setError(totp.length === CODE_LENGTH || isRecoveryCode ? undefined : WRONG_LENGTH)
    return run(
      async () => saveSession(await (await calls()).auth.updateOneTotp.mutate({ totp })),
      async (failure) => {
        const { isSignInBusy: isBusy, isUnauthenticated, writeSignInError: sentenceAtSignIn } = await calls()
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
