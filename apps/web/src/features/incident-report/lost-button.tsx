import { Button } from '@mantine/core'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useDialogMutation } from '../../ui/use-dialog-mutation.ts'

interface LostButtonProps {
  mail: Outputs['incidentReport']['readOneById']['mails'][number]
  /** Its addresses in words. */
  to: string
}

/** A server that takes a mail does not always deliver it. */
export function LostButton({ mail, to }: LostButtonProps) {
  const lose = useDialogMutation(trpc.incidentReport.updateLostById.useMutation({ meta: { done: 'Noted.', touches: ['incidentReport'] } }))
  return (
    <>
      <Button size="xs" variant="subtle" aria-label={`It did not arrive at ${to}`} onClick={lose.open}>
        It did not arrive
      </Button>
      <ConfirmDialog
        opened={lose.opened}
        onClose={lose.close}
        title="The mail did not arrive"
        confirmLabel="It did not arrive"
        pending={lose.isPending}
        onConfirm={() => void lose.submit({ incidentMailId: mail.id })}
      >
        <p>
          The mail to {to} counts as failed, so it can be sent again
          {mail.recipient !== 'copy' && mail.kind === 'report' ? ', and the FDA as not told by it' : ''}. Your name is kept.
        </p>
      </ConfirmDialog>
    </>
  )
}
