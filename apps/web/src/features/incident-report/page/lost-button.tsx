import { Button } from '@mantine/core'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { useDialogMutation } from '../../../ui/feedback/use-dialog-mutation.ts'

interface LostButtonProps {
  mail: Outputs['incidentReport']['readOneById']['mails'][number]
  /** Its addresses in words. */
  to: string
}

/** A server that takes a mail does not always deliver it. */
export function LostButton({ mail, to }: LostButtonProps) {
  const lose = useDialogMutation(trpc.incidentReport.updateLostById.useMutation({ meta: { done: 'Saved.', touches: ['incidentReport'] } }))
  return (
    <>
      <Button size="xs" variant="subtle" aria-label={`Not delivered to ${to}`} onClick={lose.open}>
        Not delivered
      </Button>
      <ConfirmDialog
        opened={lose.opened}
        onClose={lose.close}
        title="The email was not delivered"
        confirmLabel="Not delivered"
        pending={lose.isPending}
        onConfirm={() => void lose.submit({ incidentMailId: mail.id })}
      >
        <p>
          The email to {to} counts as failed and can be sent again
          {mail.recipient !== 'copy' && mail.kind === 'report' ? '; the FDA counts as not told by it' : ''}. Your name is recorded.
        </p>
      </ConfirmDialog>
    </>
  )
}
