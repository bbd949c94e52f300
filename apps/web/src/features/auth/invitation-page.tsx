import { Button, TextInput } from '@mantine/core'
import type { OpenInvitation } from '@seriatim/schema'
import { type FormEvent, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { saveSession } from '../../api/session/session.ts'
import { FormError } from '../../ui/form/form-error.tsx'
import { formatLongDate } from '../../ui/text/format.ts'
import { TextLink } from '../../ui/text/text-link.tsx'
import { Panel } from './panel.tsx'
import { isGoodPassword, PasswordRules } from './password/password-rules.tsx'
import { SignedOutFrame } from './signed-out-frame.tsx'
import { useCall } from './use-call.ts'
import { useTitle } from './use-title.ts'

const calls = () => import('../../api/session/auth-calls.ts')

/** The secret follows the #, which browsers don't send to any server. */
const readSecret = () => location.hash.slice(1)

/** Page of an invitation link. Opening another link in the same window changes the invitation without remounting the page. */
export default function InvitationPage() {
  const [invitation, setInvitation] = useState(readSecret)
  useEffect(() => {
    const follow = () => setInvitation(readSecret())
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return <Invitation key={invitation} invitation={invitation} />
}

/** Shows who invited the user, and to which customer and locations, and asks for a password. The next step asks for the emailed code. */
function Invitation({ invitation }: { invitation: string }) {
  const [found, setFound] = useState<OpenInvitation>()
  const { error, run, pending } = useCall()
  useTitle('Invitation')
  useEffect(() => {
    void run(
      async () => setFound(await (await calls()).invitation.openOne.mutate({ invitation })),
      async (failure) =>
        (await calls()).readAuthSentence(failure) ?? 'This invitation could not be opened. Check the link, or try again in a moment.',
    )
  }, [run, invitation])
  if (pending && !found) return <SignedOutFrame busy />
  if (!found) return <SignedOutFrame>{error && <NotOpened sentence={error} />}</SignedOutFrame>
  return (
    <SignedOutFrame step="Step 1 of 2">
      <Accept found={found} invitation={invitation} />
    </SignedOutFrame>
  )
}

function NotOpened({ sentence }: { sentence: string }) {
  return (
    <Panel title="This invitation cannot be opened" links={<TextLink href="/">Sign in</TextLink>}>
      <p role="alert">{sentence}</p>
    </Panel>
  )
}

function Accept({ found, invitation }: { found: OpenInvitation; invitation: string }) {
  const { firstName, emailAddress, customerName, invitedBy, endsAt, locations } = found
  const [newPassword, setPassword] = useState('')
  const [repeatNewPassword, setRepeat] = useState('')
  const isReady = isGoodPassword({ newPassword, repeatNewPassword })
  const { pending, error, run } = useCall()
  const [, navigate] = useLocation()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pending || !isReady) return
    void run(
      async () => {
        const answer = await (await calls()).invitation.takeOne.mutate({ invitation, newPassword, repeatNewPassword })
        // Replaces the URL, which removes the invitation's secret from it. The person sees the new page once they have entered the code.
        navigate('/welcome', { replace: true })
        saveSession(answer)
      },
      async (failure) => (await calls()).writeSignInError(failure),
    )
  }
  return (
    <Panel
      title={`Welcome, ${firstName}`}
      lede={
        <>
          {invitedBy ? (
            <>
              <b>
                {invitedBy.firstName} {invitedBy.lastName}
              </b>{' '}
              of <b>{customerName}</b> invites you to Seriatim
              {locations.length > 0 && <>, to work at {locations.join(', ')}</>}
            </>
          ) : (
            <>
              <b>{customerName}</b> is ready in Seriatim, and you are its customer admin
            </>
          )}
          . Choose a password; then we email you a code. The invitation is good until {formatLongDate(endsAt)}.
        </>
      }
      onSubmit={submit}
    >
      <TextInput label="Email address" type="email" name="emailAddress" autoComplete="username" value={emailAddress} readOnly />
      <TextInput
        label="New password"
        type="password"
        name="newPassword"
        autoComplete="new-password"
        autoFocus
        value={newPassword}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <TextInput
        label="Repeat the new password"
        type="password"
        name="repeatNewPassword"
        autoComplete="new-password"
        value={repeatNewPassword}
        onChange={(event) => setRepeat(event.currentTarget.value)}
      />
      <PasswordRules newPassword={newPassword} repeatNewPassword={repeatNewPassword} />
      {error && <FormError>{error}</FormError>}
      <Button type="submit" variant="filled" loading={pending} disabled={!isReady}>
        {isReady ? 'Accept the invitation' : 'Passwords Do Not Match'}
      </Button>
    </Panel>
  )
}
