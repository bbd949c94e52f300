import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { Undo } from './use-undo.ts'

/** The server wants at least so many letters. */
const SHORTEST = 3

/** Why something that stands in the records is taken back. */
export function UndoDialog({ undo }: { undo: Undo }) {
  const [reason, setReason] = useState('')
  const close = () => {
    setReason('')
    undo.cancel()
  }
  return (
    <ConfirmDialog
      opened={undo.asking !== undefined}
      onClose={close}
      title="Take back this receipt"
      confirmLabel={undo.asking?.only ? 'Take back this med' : 'Take back this receipt'}
      pending={undo.isPending}
      disabled={reason.trim().length < SHORTEST}
      onConfirm={() => void undo.confirm(reason.trim()).then(() => setReason(''))}
    >
      <p>What it received will be open again. Who took it back and why stays in the history.</p>
      <Textarea
        label="Reason"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        rows={3}
        maxLength={500}
        data-autofocus
        mt="md"
      />
    </ConfirmDialog>
  )
}
