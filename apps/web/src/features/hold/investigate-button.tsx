import { Button } from '@mantine/core'
import { useLocation } from 'wouter'
import { trpc } from '../../api/trpc.ts'
import { useDialogMutation } from '../../ui/feedback/use-dialog-mutation.ts'
import { ReasonDialog } from '../../ui/form/reason-dialog.tsx'

/** Opens an investigation of what is held, and goes there. */
export function InvestigateButton({ holdId, size = 'sm' }: { holdId: number; size?: 'xs' | 'sm' }) {
  const [, navigate] = useLocation()
  const start = useDialogMutation(
    trpc.investigation.createOne.useMutation({ meta: { done: 'Investigation opened.', touches: ['med', 'order', 'investigation'] } }),
    ({ investigationId }) => navigate(`/investigations/${investigationId}`),
  )
  return (
    <>
      <Button size={size} onClick={start.open}>
        Investigate…
      </Button>
      <ReasonDialog
        opened={start.opened}
        onClose={start.close}
        title="Open an investigation"
        confirmLabel="Open an investigation"
        needed
        pending={start.isPending}
        onConfirm={(reason) => void start.submit({ holdIds: [holdId], reason: reason ?? '' })}
      >
        <p>
          Say why you suspect this product. It stays on hold until the investigation ends: cleared product is released, illegitimate product
          is reported on Form 3911 within 24 hours.
        </p>
      </ReasonDialog>
    </>
  )
}
