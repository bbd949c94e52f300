import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { Link } from 'wouter'
import { usePasswordStep } from './use-login.ts'

export function PasswordForm() {
  const { pending, error, submit } = usePasswordStep()
  const [emailAddress, setEmailAddress] = useState('')
  const [password, setPassword] = useState('')
  const title = useId()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!pending) void submit(emailAddress, password)
  }
  return (
    <form className="card panel" aria-labelledby={title} onSubmit={send} noValidate>
      <h1 id={title}>Sign in</h1>
      <p className="lede">With your pharmacy's account.</p>
      <TextInput
        label="Email address"
        type="email"
        name="emailAddress"
        autoComplete="username"
        autoFocus
        value={emailAddress}
        onChange={(event) => setEmailAddress(event.currentTarget.value)}
      />
      <TextInput
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      <Button type="submit" variant="filled" loading={pending}>
        Continue
      </Button>
      <div className="links">
        <Link className="link" href="/forgotpassword">
          Forgot your password?
        </Link>
      </div>
    </form>
  )
}
