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
        Reset the authenticator…
      </Button>
      {opened && <ResetApp person={person} onClose={() => setOpened(false)} />}
    </>
  )
}

function ResetApp({ person: { user }, onClose }: { person: Person; onClose: () => void }) {
  const name = fullName(user)
  const reset = trpc.user.deleteOneApp.useMutation({
    meta: { done: `The authenticator of ${name} was removed.`, touches: TOUCHES, quiet: true },
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
      title={`Reset the authenticator of ${name}?`}
      form={form}
      submitLabel="Reset the authenticator"
      destructive
      disabled={!form.values.password}
    >
      <Stack gap="md">
        <p>
          Make sure that it is {user.firstName} who asks. Their app and recovery codes stop working, they are signed out everywhere, and
          codes are emailed to them again. We notify them by email.
        </p>
        <TextInput type="password" label="Your password" autoComplete="current-password" {...form.field('password')} data-autofocus />
      </Stack>
    </FormDialog>
  )
}
