import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { TextLink } from '../../../ui/text/text-link.tsx'
import { useCallsPreloaded } from '../calls.ts'
import { Panel } from '../panel.tsx'
import { SignedOutFrame } from '../signed-out-frame.tsx'
import { useRecovery } from '../use-login.ts'
import { useTitle } from '../use-title.ts'

/**
 * Whether a text has the form of an email address: text, @, a domain and a top-level domain of two letters or more; an internationalized domain may
 * arrive encoded as `xn--…` (decision 7).
 */
export function isEmailLike(address: string): boolean {
  return /^[^\s@]+@[^\s@]+\.(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})$/iu.test(address)
}

export default function ForgotPasswordPage() {
  const { pending, error, setError, submit } = useRecovery()
  const [emailAddress, setEmailAddress] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  useCallsPreloaded()
  useTitle('Forgot your password?')
  const send = (event: FormEvent) => {
    event.preventDefault()
    const address = emailAddress.trim()
    if (pending) return
    if (!isEmailLike(address)) setError('Invalid Email Address')
    else void submit(address, () => setSentTo(address))
  }
  return (
    <SignedOutFrame>
      <Panel
        title={sentTo ? 'Check your email' : 'Forgot your password?'}
        lede={
          sentTo ? (
            <span role="status">
              If {sentTo} belongs to an account, a temporary password is on its way. It works once, for 30 minutes; you choose a new one
              after signing in.
            </span>
          ) : (
            'We will email you a temporary password.'
          )
        }
        onSubmit={send}
        links={<TextLink href="/">Return to Username and Password</TextLink>}
      >
        {!sentTo && (
          <>
            <TextInput
              label="Email address"
              type="email"
              name="emailAddress"
              autoComplete="username"
              autoFocus
              value={emailAddress}
              error={error}
              onChange={(event) => setEmailAddress(event.currentTarget.value)}
            />
            <Button type="submit" variant="filled" loading={pending}>
              Send a temporary password
            </Button>
          </>
        )}
      </Panel>
    </SignedOutFrame>
  )
}
