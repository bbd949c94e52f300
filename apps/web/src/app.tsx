import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useSession } from './api/session.ts'
import { LoginPage } from './features/auth/login-page.tsx'
import { SignedOutFrame } from './features/auth/signed-out-frame.tsx'
import { useResume } from './features/auth/use-resume.ts'
import { cssVariables, theme } from './theme.ts'
import { loadable } from './ui/loadable.tsx'
import { Toaster } from './ui/toaster.tsx'

const SignedIn = loadable(() => import('./shell/signed-in.tsx'))
const InvitationPage = loadable(() => import('./features/auth/invitation-page.tsx'))
const ForgotPasswordPage = loadable(() => import('./features/auth/forgot-password-page.tsx'))

/** Also read by public/theme.js, before the first paint. */
const colorScheme = localStorageColorSchemeManager({ key: 'seriatim-theme' })

export function App({ nonce }: { nonce: string }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorScheme}
      getStyleNonce={() => nonce}
    >
      <Gate />
      <Toaster />
      {/* Menus, dialogs and calendars are drawn in here: inside a landmark, above everything. */}
      <aside id="floating" aria-label="Menus and dialogs" />
    </MantineProvider>
  )
}

/** Without a session every path but `/forgotpassword` and an invitation's link shows the sign-in; with one, the shell decides. */
function Gate() {
  const session = useSession()
  const resuming = useResume()
  const [path] = useLocation()
  const isExpected = session !== undefined
  useEffect(() => {
    // It comes while the session is refreshed, or while the code is typed. What fails here is tried again where it is shown.
    if (isExpected) SignedIn.preload().catch(() => undefined)
  }, [isExpected])
  if (resuming) return <SignedOutFrame busy />
  if (session?.step === 'signedIn' && session.user) {
    return <SignedIn standIn={<SignedOutFrame busy />} />
  }
  if (path === '/forgotpassword' && !session) {
    return <ForgotPasswordPage standIn={<SignedOutFrame busy />} />
  }
  if (path === '/invitation' && !session) {
    return <InvitationPage standIn={<SignedOutFrame busy />} />
  }
  return <LoginPage />
}
