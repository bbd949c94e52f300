import { Stack, TextInput } from '@mantine/core'
import { passwordInput } from '@seriatim/schema/settings'
import { toRefusal } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useZodForm } from '../../ui/form/use-zod-form.ts'

export function RemoveApp({ onClose }: { onClose: () => void }) {
  const remove = trpc.auth.deleteOneApp.useMutation({
    meta: { done: 'The authenticator app was removed. Codes are mailed to you again.', touches: ['auth'], quiet: true },
  })
  const form = useZodForm({
    shape: passwordInput,
    initial: { password: '' },
    send: (input) => remove.mutateAsync(input),
    refusalOf: toRefusal,
    otherwise: 'password',
    onSent: (result) => result && onClose(),
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Remove the authenticator app?"
      form={form}
      submitLabel="Remove the app"
      destructive
      disabled={!form.values.password}
    >
      <Stack gap="md">
        <p>Its codes and your recovery codes stop working. From the next sign-in on, codes are mailed to you.</p>
        <TextInput type="password" label="Your password" autoComplete="current-password" {...form.field('password')} data-autofocus />
      </Stack>
    </FormDialog>
  )
}
