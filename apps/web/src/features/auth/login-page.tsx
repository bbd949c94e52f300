import { useEffect } from 'react'
import { useSession } from '../../api/session/session.ts'
import { loadable } from '../../ui/page/loadable.tsx'
import { useCallsPreloaded } from './calls.ts'
import { PasswordForm } from './password/password-form.tsx'
import { SignedOutFrame } from './signed-out-frame.tsx'
import { useTitle } from './use-title.ts'

const OneTimeCodeForm = loadable(() => import('./code/one-time-code-form.tsx'))
const ForcedChange = loadable(() => import('./password/forced-change.tsx'))

/** Asks for the password, then for the code, then for a new password if a temporary one was used; one step at a time, centered. */
export function LoginPage() {
  const session = useSession()
  useCallsPreloaded()
  useEffect(() => {
    // Preloads the form that follows a correct password. A failure here is retried when the form renders.
    OneTimeCodeForm.preload().catch(() => undefined)
  }, [])
  useTitle('Sign in')
  if (session?.step === 'totp') {
    return (
      <SignedOutFrame step="Step 2 of 2">
        <OneTimeCodeForm delivery={session.delivery ?? 'email'} sentTo={session.sentTo} />
      </SignedOutFrame>
    )
  }
  if (session?.step === 'changePassword') {
    return (
      <SignedOutFrame step="One more step">
        <ForcedChange />
      </SignedOutFrame>
    )
  }
  return (
    <SignedOutFrame step="Step 1 of 2">
      <PasswordForm />
    </SignedOutFrame>
  )
}
