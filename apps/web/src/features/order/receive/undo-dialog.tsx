import { Code, groupCode } from '../../../ui/code.tsx'
import { ReasonDialog } from '../../../ui/reason-dialog.tsx'
import type { ReceiveIndex } from './receive-index.ts'
import type { Undo } from './use-undo.ts'

/** Why something that stands in the records is taken back. */
export function UndoDialog({ undo, index }: { undo: Undo; index: ReceiveIndex | undefined }) {
  const only = undo.asking?.only ?? false
  const words = only ? 'Undo receiving this med' : 'Undo this receipt'
  return (
    <ReasonDialog
      opened={undo.asking !== undefined}
      onClose={undo.cancel}
      title={words}
      confirmLabel={words}
      needed
      pending={undo.isPending}
      onConfirm={(reason) => void undo.confirm(reason ?? '')}
    >
      <p>
        {only ? (
          <>
            Serial <Code groups={groupCode(index?.keys[undo.asking?.line ?? -1] ?? '', 'serial')} boldTail /> will be open again.
          </>
        ) : (
          'What it received will be open again.'
        )}{' '}
        Who undid it and why stays in the history.
      </p>
    </ReasonDialog>
  )
}
