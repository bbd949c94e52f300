import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { passwordChange } from '@seriatim/schema/settings'
import { type KeyboardEvent, useState } from 'react'
import { FormError } from '../../../ui/form/form-error.tsx'
import type { FormRefusal } from '../../../ui/form/use-refusals.ts'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { formatAmount } from '../../../ui/text/format.ts'
import { LinkButton } from '../../../ui/text/text.tsx'
import { isGoodPassword, PasswordRules } from './password-rules.tsx'
import type { NewPassword } from './use-forced-change.ts'

interface ChangePasswordFormProps {
  onSubmit: (values: NewPassword) => unknown
  /** Converts an error of `onSubmit` into a message. */
  refusalOf: (error: unknown) => FormRefusal
  oldLabel?: string
  /** Number of valid access tokens; with none the form doesn't ask about them. */
  tokens?: number
  /** Whether the tokens are revoked by default. */
  revokesTokens?: boolean
}

/**
 * Form for a new password. It checks off the password rules as the user types; its button is enabled once all rules are met and both new passwords
 * match.
 */
export function ChangePasswordForm(props: ChangePasswordFormProps) {
  const { onSubmit, refusalOf, oldLabel = 'Current password', tokens = 0, revokesTokens = false } = props
  const empty = { oldPassword: '', newPassword: '', repeatNewPassword: '', revokeTokens: revokesTokens }
  const form = useZodForm({
    shape: passwordChange,
    initial: empty,
    send: (values) => onSubmit({ ...values, revokeTokens: values.revokeTokens && tokens > 0 }),
    refusalOf,
    next: () => empty,
  })
  const [shown, setShown] = useState(false)
  const { newPassword, repeatNewPassword } = form.values
  const ready = isGoodPassword({ newPassword, repeatNewPassword })
  const field = (name: Exclude<keyof typeof empty, 'revokeTokens'>, label: string, autoComplete: string) => (
    <TextInput label={label} name={name} type={shown ? 'text' : 'password'} autoComplete={autoComplete} {...form.field(name)} />
  )
  const byKey = (down: boolean) => (event: KeyboardEvent) => {
    if (event.key === ' ' || event.key === 'Enter') setShown(down)
  }
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="md" maw={400}>
        {field('oldPassword', oldLabel, 'current-password')}
        {field('newPassword', 'New password', 'new-password')}
        {field('repeatNewPassword', 'Repeat the new password', 'new-password')}
        <LinkButton
          style={{ alignSelf: 'flex-start', touchAction: 'none', userSelect: 'none' }}
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
        </LinkButton>
        <PasswordRules newPassword={newPassword} repeatNewPassword={repeatNewPassword} />
        {tokens > 0 && (
          <Checkbox
            label={`Also revoke my ${formatAmount(tokens, 'access token')}`}
            description="Programs that use them will be refused. Do this if somebody else may know your password."
            {...form.field('revokeTokens', 'checkbox')}
          />
        )}
        {form.sentence && <FormError>{form.sentence}</FormError>}
        <Button type="submit" variant="filled" disabled={!ready} loading={form.isBusy}>
          {ready ? 'Change Password' : 'Passwords Do Not Match'}
        </Button>
      </Stack>
    </form>
  )
}
