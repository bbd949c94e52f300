import { Button, Stack, TextInput } from '@mantine/core'
import { passwordFor } from '@seriatim/schema/user'
import { useState } from 'react'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'
import { type Person, TOUCHES } from './person-words.ts'
import { fullName } from './user-words.tsx'

/** Removes the authenticator of a person who lost both phone and recovery codes. */
export function ResetAppButton({ person }: { person: Person }) {
  const [opened, setOpened] = useState(false)
  if (person.signIn?.secondFactor !== 'app' || !person.may.includes('resetApp')) return null
  return (
    <>
      <Button size="xs" onClick={() => setOpened(true)}>
        Reset authenticator app…
      </Button>
      {opened && <ResetApp person={person} onClose={() => setOpened(false)} />}
    </>
  )
}

function ResetApp({ person: { user }, onClose }: { person: Person; onClose: () => void }) {
  const name = fullName(user)
  const reset = trpc.user.deleteOneApp.useMutation({
    meta: { done: `The authenticator app of ${name} was removed.`, touches: TOUCHES, quiet: true },
  })
  const form = useZodForm({
    shape: passwordFor,
    initial: { userId: user.id, password: '' },
    send: (input) => reset.mutateAsync(input),
    refusalOf: toRefusal,
    otherwise: 'password',
    onSent: onClose,
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Reset the authenticator app for ${name}?`}
      form={form}
      submitLabel="Reset authenticator app"
      destructive
      disabled={!form.values.password}
    >
      <Stack gap="md">
        <p>
          Make sure that {user.firstName} made this request. Their app and recovery codes will stop working, they will be signed out
          everywhere, and codes will be emailed to them again. We will notify them by email.
        </p>
        <TextInput type="password" label="Your password" autoComplete="current-password" {...form.field('password')} data-autofocus />
      </Stack>
    </FormDialog>
  )
}
