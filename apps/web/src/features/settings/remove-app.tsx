import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { sentenceOf } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
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
    <Modal
      opened
      onClose={onClose}
      title="Remove the authenticator app?"
      withCloseButton={false}
      size={480}
      classNames={{ content: 'dialog', header: 'dialog-head', title: 'dialog-title', body: 'dialog-inner' }}
    >
      <form onSubmit={send} noValidate>
        <div className="dialog-body settings-secret">
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
        </div>
        <div className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" color="red" loading={remove.isPending} disabled={!password}>
            Remove the app
          </Button>
        </div>
      </form>
    </Modal>
  )
}
