import './auth.css'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { PASSWORD_RULES } from '@seriatim/schema/settings'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { countOf } from '../../ui/format.ts'
import type { NewPassword } from './use-login.ts'

type Passwords = Omit<NewPassword, 'revokeTokens'>

interface ChangePasswordFormProps {
  onSubmit: (values: NewPassword) => void
  pending: boolean
  error: string | undefined
  oldLabel?: string
  /** Access tokens that are good now; with none there is nothing to ask. */
  tokens?: number
  /** Whether the tokens go unless the user says otherwise. */
  revokesTokens?: boolean
}

const empty: Passwords = { oldPassword: '', newPassword: '', repeatNewPassword: '' }

/** The rules are ticked while typing; the button can be pressed when all hold and both new passwords are the same. */
export function ChangePasswordForm(props: ChangePasswordFormProps) {
  const { onSubmit, pending, error, oldLabel = 'Current password', tokens = 0, revokesTokens = false } = props
  const [revokeTokens, setRevokeTokens] = useState(revokesTokens)
  const [values, setValues] = useState(empty)
  const [shown, setShown] = useState(false)
  const { newPassword, repeatNewPassword } = values
  const ready = newPassword === repeatNewPassword && PASSWORD_RULES.every((rule) => rule.holds(newPassword))
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (ready && !pending) onSubmit({ ...values, revokeTokens: revokeTokens && tokens > 0 })
  }
  const field = (name: keyof Passwords, label: string, autoComplete: string) => (
    <TextInput
      label={label}
      name={name}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      value={values[name]}
      onChange={(event) => {
        const { value } = event.currentTarget
        setValues((before) => ({ ...before, [name]: value }))
      }}
    />
  )
  const byKey = (down: boolean) => (event: KeyboardEvent) => {
    if (event.key === ' ' || event.key === 'Enter') setShown(down)
  }
  return (
    <form className="password-form" onSubmit={send} noValidate>
      {field('oldPassword', oldLabel, 'current-password')}
      {field('newPassword', 'New password', 'new-password')}
      {field('repeatNewPassword', 'Repeat the new password', 'new-password')}
      <button
        type="button"
        className="link show"
        aria-pressed={shown}
        onPointerDown={() => setShown(true)}
        onPointerUp={() => setShown(false)}
        onPointerLeave={() => setShown(false)}
        onPointerCancel={() => setShown(false)}
        onKeyDown={byKey(true)}
        onKeyUp={byKey(false)}
        onBlur={() => setShown(false)}
      >
        Show Passwords
      </button>
      <ul className="rules" aria-label="The new password needs">
        {PASSWORD_RULES.map((rule) => (
          <Rule key={rule.key} text={rule.text} met={rule.holds(newPassword)} />
        ))}
        <Rule text="Both new passwords are the same" met={newPassword !== '' && newPassword === repeatNewPassword} />
      </ul>
      {tokens > 0 && (
        <Checkbox
          label={`Also revoke my ${countOf(tokens, 'access token')}`}
          description="Programs that use them are refused from then on. Do it if somebody else may know your password."
          checked={revokeTokens}
          onChange={(event) => setRevokeTokens(event.currentTarget.checked)}
        />
      )}
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      <Button type="submit" variant="filled" disabled={!ready} loading={pending}>
        {ready ? 'Change Password' : 'Passwords Do Not Match'}
      </Button>
    </form>
  )
}

function Rule({ text, met }: { text: string; met: boolean }) {
  const Icon = met ? IconCircleCheck : IconCircle
  return (
    <li className={met ? 'is-met' : undefined}>
      <Icon className="ic ic-16" aria-hidden="true" />
      {text}
      <span className="vh">{met ? ', met' : ', not yet met'}</span>
    </li>
  )
}
