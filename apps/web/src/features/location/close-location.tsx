import { Button } from '@mantine/core'
import { trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ReasonDialog } from '../../ui/reason-dialog.tsx'
import { useDialogMutation } from '../../ui/use-dialog-mutation.ts'
import type { Location } from './location-words.ts'

/** A location that is no longer used is closed, and can be opened again; nothing of it is deleted. */
export function CloseLocation({ location }: { location: Location }) {
  const touches = ['location', 'gln']
  const close = useDialogMutation(trpc.location.updateCloseOne.useMutation({ meta: { done: 'Location closed.', touches } }))
  const reopen = useDialogMutation(trpc.location.updateReopenOne.useMutation({ meta: { done: 'Location open again.', touches } }))
  const customerLocationId = location.id
  if (location.closed)
    return (
      <>
        <Button onClick={reopen.open}>Open again…</Button>
        <ConfirmDialog
          opened={reopen.opened}
          onClose={reopen.close}
          title="Open this location again"
          confirmLabel={`Open ${location.name} again`}
          pending={reopen.isPending}
          onConfirm={() => void reopen.submit({ customerLocationId })}
        >
          <p>It takes one of your subscriptions again, and new orders come to it.</p>
        </ConfirmDialog>
      </>
    )
  return (
    <>
      <Button onClick={close.open}>Close location…</Button>
      <ReasonDialog
        opened={close.opened}
        onClose={close.close}
        title="Close this location"
        confirmLabel={`Close ${location.name}`}
        needed
        destructive
        pending={close.isPending}
        onConfirm={(reason) => void close.submit({ customerLocationId, reason: reason ?? '' })}
      >
        <p>New documents no longer come to it and its subscription is free again. Its orders and pedigrees stay as they are.</p>
      </ReasonDialog>
    </>
  )
}
