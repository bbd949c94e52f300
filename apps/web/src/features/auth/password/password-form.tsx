import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { FormError } from '../../../ui/form/form-error.tsx'
import { TextLink } from '../../../ui/text/text-link.tsx'
import { Panel } from '../panel.tsx'
import { usePasswordStep } from '../use-login.ts'

export function PasswordForm() {
  const { pending, error, submit } = usePasswordStep()
  const [emailAddress, setEmailAddress] = useState('')
  const [password, setPassword] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!pending) void submit(emailAddress, password)
  }
  return (
    <Panel
      title="Sign in"
      lede="With your pharmacy's account."
      onSubmit={send}
      links={<TextLink href="/forgotpassword">Forgot your password?</TextLink>}
    >
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
      {error && <FormError>{error}</FormError>}
      <Button type="submit" variant="filled" loading={pending}>
        Continue
      </Button>
    </Panel>
  )
}
