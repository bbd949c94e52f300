import { Button } from '@mantine/core'
import { writeFullName } from '@seriatim/schema'
import { useState } from 'react'
import { Link } from 'wouter'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { Note } from '../../../ui/layout/note.tsx'
import { formatLongDateTime } from '../../../ui/text/format.ts'

type Merge = Outputs['tradingPartner']['readManyMerges'][number]

/** Lists the merges into this partner that can still be undone, or names the partner that this one was merged into. */
export function MergeNotes({ partnerId, merges }: { partnerId: number; merges: readonly Merge[] }) {
  const [undoing, setUndoing] = useState<Merge>()
  const shown = merges.filter((merge) => merge.mayUndo || merge.merged.id === partnerId)
  return (
    <>
      {shown.map((merge) => (
        <Note
          key={merge.id}
          meaning="info"
          title={merge.kept.id === partnerId ? `${merge.merged.name} was merged into this partner` : 'This partner was merged into another'}
          action={
            merge.mayUndo && (
              <Button size="xs" onClick={() => setUndoing(merge)}>
                Undo merge…
              </Button>
            )
          }
        >
          {merge.kept.id !== partnerId && (
            <>
              Its orders, licenses and agreements are now under <Link href={`/tradingpartner/${merge.kept.id}`}>{merge.kept.name}</Link>.{' '}
            </>
          )}
          {merge.by && `${writeFullName(merge.by)}, ${formatLongDateTime(merge.at)}. `}
          {merge.mayUndo && `You can undo this until ${formatLongDateTime(merge.undoUntil)}.`}
        </Note>
      ))}
      {undoing && <UndoDialog merge={undoing} onClose={() => setUndoing(undefined)} />}
    </>
  )
}

function UndoDialog({ merge, onClose }: { merge: Merge; onClose: () => void }) {
  const undo = useDialogMutation(
    trpc.tradingPartner.updateUndoMerge.useMutation({ meta: { done: 'Merge undone.', touches: ['tradingPartner'] } }),
    onClose,
  )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title="Undo this merge"
      confirmLabel="Undo merge"
      pending={undo.isPending}
      onConfirm={() => void undo.submit({ id: merge.id })}
    >
      <p>
        Everything that came from {merge.merged.name} goes back to that partner, which becomes active again. Anything you have added since
        then stays with {merge.kept.name}.
      </p>
    </ConfirmDialog>
  )
}
