import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useSession } from './api/session/session.ts'
import { useResume } from './features/auth/code/use-resume.ts'
import { LoginPage } from './features/auth/login-page.tsx'
import { SignedOutFrame } from './features/auth/signed-out-frame.tsx'
import { cssVariables, theme } from './theme.ts'
import { type Loadable, loadable } from './ui/page/loadable.tsx'
import { Toaster } from './ui/toast/toaster.tsx'

const InvitationPage = loadable(() => import('./features/auth/invitation-page.tsx'))
const GuestPage = loadable(() => import('./features/inspection-unit/guest-entry.tsx'))
const ForgotPasswordPage = loadable(() => import('./features/auth/password/forgot-password-page.tsx'))

/** public/theme.js reads the same key before the first paint. */
const colorScheme = localStorageColorSchemeManager({ key: 'seriatim-theme' })

interface AppProps {
  nonce: string
  /** The app itself, which only people who are signed in see. */
  shell: Loadable<object>
}

export function App({ nonce, shell }: AppProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={colorScheme}
      getStyleNonce={() => nonce}
    >
      <Gate shell={shell} />
      <Toaster />
      {/** Menus, dialogs and calendars render here: inside a landmark and above everything. */}
      <aside id="floating" aria-label="Menus and dialogs" />
    </MantineProvider>
  )
}

/**
 * Shows the shell to people who are signed in. Everybody else sees the sign-in page, except at `/forgotpassword` and under the links of invitations;
 * an inspector's link shows the same page to everybody.
 */
function Gate({ shell: Shell }: Pick<AppProps, 'shell'>) {
  const session = useSession()
  const resuming = useResume()
  const [path] = useLocation()
  const isExpected = session !== undefined
  useEffect(() => {
    // Preloads the shell while the session is refreshed or the code is typed. A failure here is retried when the shell renders.
    if (isExpected) Shell.preload().catch(() => undefined)
  }, [isExpected, Shell])
  // An inspector's link shows the same page to everybody, signed in or not.
  if (path.startsWith('/inspect/')) return <GuestPage standIn={<SignedOutFrame busy />} />
  if (resuming) return <SignedOutFrame busy />
  if (session?.step === 'signedIn' && session.user) {
    return <Shell standIn={<SignedOutFrame busy />} />
  }
  if (path === '/forgotpassword' && !session) {
    return <ForgotPasswordPage standIn={<SignedOutFrame busy />} />
  }
  if (path === '/invitation' && !session) {
    return <InvitationPage standIn={<SignedOutFrame busy />} />
  }
  return <LoginPage />
}
