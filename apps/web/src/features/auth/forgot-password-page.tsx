import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { useCallsPreloaded } from './calls.ts'
import { SignedOutFrame } from './signed-out-frame.tsx'
import { useRecovery } from './use-login.ts'
import { useTitle } from './use-title.ts'

/** Text, @, domain, an ending of two or three letters: the documented rule of this form alone. */
export function looksLikeEmail(address: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,3}$/.test(address)
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
    if (!looksLikeEmail(address)) setError('Invalid Email Address')
    else void submit(address, () => setSentTo(address))
  }
  return (
    <SignedOutFrame>
      <form className="card panel" aria-labelledby="recovery-title" onSubmit={send} noValidate>
        <h1 id="recovery-title">{sentTo ? 'Check your email' : 'Forgot your password?'}</h1>
        {sentTo ? (
          <p className="lede" role="status">
            If {sentTo} belongs to an account, a temporary password is on its way. It works once, for 30 minutes; you choose a new one after
            signing in.
          </p>
        ) : (
          <>
            <p className="lede">We will email you a temporary password.</p>
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
        <div className="links">
          <Link className="link" href="/">
            Return to Username and Password
          </Link>
        </div>
      </form>
    </SignedOutFrame>
  )
}
