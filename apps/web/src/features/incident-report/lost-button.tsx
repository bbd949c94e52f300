import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface LostButtonProps {
  mail: Outputs['incidentReport']['readOneById']['mails'][number]
  /** Its addresses in words. */
  to: string
}

/** A server that takes a mail does not always deliver it. */
export function LostButton({ mail, to }: LostButtonProps) {
  const [asking, setAsking] = useState(false)
  const lose = trpc.incidentReport.updateLostById.useMutation({ meta: { done: 'Noted.', touches: ['incidentReport'] } })
  return (
    <>
      <Button size="xs" variant="subtle" aria-label={`It did not arrive at ${to}`} onClick={() => setAsking(true)}>
        It did not arrive
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="The mail did not arrive"
        confirmLabel="It did not arrive"
        pending={lose.isPending}
        onConfirm={() => lose.mutate({ incidentMailId: mail.id }, { onSuccess: () => setAsking(false) })}
      >
        <p>
          The mail to {to} counts as failed, so it can be sent again
          {mail.recipient !== 'copy' && mail.kind === 'report' ? ', and the FDA as not told by it' : ''}. Your name is kept.
        </p>
      </ConfirmDialog>
    </>
  )
}
