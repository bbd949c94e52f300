import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useDialogMutation } from '../../ui/use-dialog-mutation.ts'

export function RemoveApp({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('')
  const remove = useDialogMutation(
    trpc.auth.deleteOneApp.useMutation({
      meta: { done: 'The authenticator app was removed. Codes are mailed to you again.', touches: ['auth'], quiet: true },
    }),
    onClose,
  )
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (password && !remove.isPending) void remove.submit({ password })
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Remove the authenticator app?"
      className="settings-secret"
      onSubmit={send}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" color="red" loading={remove.isPending} disabled={!password}>
            Remove the app
          </Button>
        </>
      }
    >
      <p>Its codes and your recovery codes stop working. From the next sign-in on, codes are mailed to you.</p>
      <TextInput
        type="password"
        label="Your password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={remove.error ? sentenceOf(remove.error) : undefined}
        data-autofocus
      />
    </Dialog>
  )
}
