import { Button, Stack } from '@mantine/core'
import type { VerificationSettings } from '@seriatim/schema'
import { trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import { Card, CardBody } from '../../ui/layout/card.tsx'
import { Muted } from '../../ui/text/text.tsx'

/** Removes the stored credential and leaves every other saved setting as it is. */
export function StoredCredential({ saved }: { saved: VerificationSettings }) {
  const { hasCredential: _, hasSimulator: __, ...settings } = saved
  const remove = useDialogMutation(
    trpc.verification.updateOneSettings.useMutation({ meta: { done: 'The credential was removed.', touches: ['verification'] } }),
  )
  return (
    <Card title="Stored credential">
      <CardBody>
        <Stack gap="md" align="flex-start">
          <Muted>A credential is stored encrypted. Nobody can read it again, but you can replace it above or remove it.</Muted>
          <Button onClick={remove.open}>Remove the credential</Button>
        </Stack>
      </CardBody>
      <ConfirmDialog
        opened={remove.opened}
        onClose={remove.close}
        title="Remove the credential?"
        confirmLabel="Remove the credential"
        destructive
        pending={remove.isPending}
        onConfirm={() => void remove.submit({ ...settings, credential: '' })}
      >
        Verification requests will carry no credential unless a wallet presents one. You can enter a new credential at any time.
      </ConfirmDialog>
    </Card>
  )
}
