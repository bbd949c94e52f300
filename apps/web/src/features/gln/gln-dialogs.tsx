import { trpc } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { ReasonDialog } from '../../ui/dialog/reason-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import type { GlnAsk, GlnRow } from './gln-columns.tsx'
import { GlnDialog } from './gln-dialog.tsx'
import type { GlnQuestion } from './gln-waiting.tsx'
import { VerifyDialog } from './verify-dialog.tsx'

interface GlnDialogsProps {
  ask: GlnAsk | undefined
  onClose: () => void
  /** Reports the files that were waiting for the added GLN. */
  onWaiting: (waiting: GlnQuestion) => void
}

const makeKey = (row: GlnRow) => ({
  customerLocationId: row.customerLocationId,
  globalLocationNumberId: row.globalLocationNumber.id,
})

export function GlnDialogs({ ask, onClose, onWaiting }: GlnDialogsProps) {
  const touches = ['gln', 'location', 'file']
  const remove = useDialogMutation(trpc.gln.deleteOne.useMutation({ meta: { done: 'GLN deleted.', touches } }), onClose)
  const withdraw = useDialogMutation(
    trpc.gln.updateWithdrawOne.useMutation({ meta: { done: 'Verification withdrawn.', touches } }),
    onClose,
  )
  if (!ask) return null
  if (ask.kind === 'add' || ask.kind === 'edit') return <GlnDialog ask={ask} onClose={onClose} onWaiting={onWaiting} />
  const { row } = ask
  const gln = row.globalLocationNumber.globalLocationNumber
  if (ask.kind === 'verify') return <VerifyDialog row={row} onClose={onClose} />
  if (ask.kind === 'withdraw')
    return (
      <ReasonDialog
        opened
        onClose={onClose}
        title="Withdraw this verification"
        confirmLabel={`Withdraw the verification of GLN ${gln}`}
        needed
        pending={withdraw.isPending}
        destructive
        onConfirm={(reason) => void withdraw.submit({ ...makeKey(row), reason: reason ?? '' })}
      >
        <p>
          GLN {gln} becomes Pending again. It still accepts orders to {row.customerLocationName}, and can be changed or deleted.
        </p>
      </ReasonDialog>
    )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Delete this GLN"
      confirmLabel={`Delete GLN ${gln}`}
      destructive
      pending={remove.isPending}
      onConfirm={() => void remove.submit(makeKey(row))}
    >
      <p>New documents that name it no longer become orders of {row.customerLocationName}. Existing orders stay.</p>
    </ConfirmDialog>
  )
}
