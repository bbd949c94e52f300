import { Button, Modal, TextInput } from '@mantine/core'
import { passwordInput } from '@seriatim/schema/settings'
import { refusalOf } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { useZodForm } from '../../ui/use-zod-form.ts'

export function RemoveApp({ onClose }: { onClose: () => void }) {
  const remove = trpc.auth.deleteOneApp.useMutation({
    meta: { done: 'The authenticator app was removed. Codes are mailed to you again.', touches: ['auth'], quiet: true },
  })
  const form = useZodForm({
    shape: passwordInput,
    initial: { password: '' },
    send: (input) => remove.mutateAsync(input),
    refusalOf,
    otherwise: 'password',
    onSent: (result) => result && onClose(),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title="Remove the authenticator app?"
      withCloseButton={false}
      size={480}
      classNames={{ content: 'dialog', header: 'dialog-head', title: 'dialog-title', body: 'dialog-inner' }}
    >
      <form onSubmit={form.onSubmit} noValidate>
        <div className="dialog-body settings-secret">
          <p>Its codes and your recovery codes stop working. From the next sign-in on, codes are mailed to you.</p>
          <TextInput type="password" label="Your password" autoComplete="current-password" {...form.field('password')} data-autofocus />
        </div>
        <div className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" color="red" loading={form.isBusy} disabled={!form.values.password}>
            Remove the app
          </Button>
        </div>
      </form>
    </Modal>
  )
}
