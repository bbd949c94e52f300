import { useSession } from '../../api/session.ts'
import { loadable } from '../../ui/loadable.tsx'
import { OneTimeCodeForm } from './one-time-code-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { SignedOutFrame } from './signed-out-frame.tsx'
import { useCallsPreloaded } from './use-login.ts'
import { useTitle } from './use-title.ts'

const ForcedChange = loadable(() => import('./forced-change.tsx'))

/** Password, then code, then a new password where a temporary one was used: one step at a time, alone in the middle. */
export function LoginPage() {
  const session = useSession()
  useCallsPreloaded()
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
