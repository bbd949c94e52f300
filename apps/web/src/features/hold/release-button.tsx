import { Button } from '@mantine/core'
import { trpc } from '../../api/trpc.ts'
import { ReasonDialog } from '../../ui/dialog/reason-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'

/** Releases a hold and records a reason. Shown only to people with the right to release holds. */
export function ReleaseButton({ holdId, size = 'sm' }: { holdId: number; size?: 'xs' | 'sm' }) {
  const release = useDialogMutation(
    trpc.med.updateReleaseHold.useMutation({ meta: { done: 'Hold released.', touches: ['med', 'order', 'finder'] } }),
  )
  return (
    <>
      <Button size={size} onClick={release.open}>
        Release…
      </Button>
      <ReasonDialog
        opened={release.opened}
        onClose={release.close}
        title="Release this hold"
        confirmLabel="Release this hold"
        needed
        pending={release.isPending}
        onConfirm={(reason) => void release.submit({ holdId, reason: reason ?? '' })}
      >
        <p>It can be received and sent again. Your name and the reason stay on record.</p>
      </ReasonDialog>
    </>
  )
}
