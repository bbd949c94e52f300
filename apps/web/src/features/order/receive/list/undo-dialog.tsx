import { groupCode } from '@seriatim/gs1'
import { ReasonDialog } from '../../../../ui/dialog/reason-dialog.tsx'
import { Code } from '../../../../ui/text/code.tsx'
import type { PanelState } from '../machine/panel.ts'
import type { ReceiveMachine } from '../machine/receive-machine.ts'
import type { ReceiveIndex } from '../receive-index.ts'

interface UndoDialogProps {
  machine: ReceiveMachine
  panel: PanelState
  index: ReceiveIndex | undefined
}

/** Asks why a recorded receipt is undone. */
export function UndoDialog({ machine, panel: { asking, isUndoing }, index }: UndoDialogProps) {
  const only = asking?.only ?? false
  const words = only ? 'Undo receiving this package' : 'Undo this receipt'
  return (
    <ReasonDialog
      opened={asking !== undefined}
      onClose={machine.cancelUndo}
      title={words}
      confirmLabel={words}
      needed
      pending={isUndoing}
      onConfirm={(reason) => void machine.confirmUndo(reason ?? '')}
    >
      <p>
        {only ? (
          <>
            Serial <Code groups={groupCode('serial', index?.keys[asking?.line ?? -1] ?? '')} boldTail /> is marked as not received.
          </>
        ) : (
          'Every package on this receipt is marked as not received.'
        )}{' '}
        The history keeps your name and your reason.
      </p>
    </ReasonDialog>
  )
}
