import { Button } from '@mantine/core'
import { trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { ReasonDialog } from '../../ui/dialog/reason-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import type { Location } from './location-words.ts'

/** Closes a location that is no longer used. It can be reopened, and nothing is deleted. */
export function CloseLocation({ location }: { location: Location }) {
  const touches = ['location', 'gln']
  const close = useDialogMutation(trpc.location.updateCloseOne.useMutation({ meta: { done: 'Location closed.', touches } }))
  const reopen = useDialogMutation(trpc.location.updateReopenOne.useMutation({ meta: { done: 'Location reopened.', touches } }))
  const customerLocationId = location.id
  if (location.closed)
    return (
      <>
        <Button onClick={reopen.open}>Reopen…</Button>
        <ConfirmDialog
          opened={reopen.opened}
          onClose={reopen.close}
          title="Reopen this location"
          confirmLabel={`Reopen ${location.name}`}
          pending={reopen.isPending}
          onConfirm={() => void reopen.submit({ customerLocationId })}
        >
          <p>
            This location will use one of your subscriptions again and can receive new orders. Files that arrived for it while it was closed
            will be read now.
          </p>
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
        <p>
          This location no longer gets new orders, and its subscription can be used for another location. Its orders and pedigrees stay as
          they are.
        </p>
      </ReasonDialog>
    </>
  )
}
