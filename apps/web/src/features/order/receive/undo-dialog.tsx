import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { Code, groupCode } from '../../../ui/code.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { ReceiveIndex } from './receive-index.ts'
import type { Undo } from './use-undo.ts'

/** The server wants at least so many letters. */
const SHORTEST = 3

/** Why something that stands in the records is taken back. */
export function UndoDialog({ undo, index }: { undo: Undo; index: ReceiveIndex | undefined }) {
  const [reason, setReason] = useState('')
  const only = undo.asking?.only ?? false
  const close = () => {
    setReason('')
    undo.cancel()
  }
  return (
    <ConfirmDialog
      opened={undo.asking !== undefined}
      onClose={close}
      title={only ? 'Take back this med' : 'Take back this receipt'}
      confirmLabel={only ? 'Take back this med' : 'Take back this receipt'}
      pending={undo.isPending}
      disabled={reason.trim().length < SHORTEST}
      onConfirm={() => void undo.confirm(reason.trim()).then(() => setReason(''))}
    >
      <p>
        {only ? (
          <>
            Serial <Code groups={groupCode(index?.keys[undo.asking?.line ?? -1] ?? '', 'serial')} boldTail /> will be open again.
          </>
        ) : (
          'What it received will be open again.'
        )}{' '}
        Who took it back and why stays in the history.
      </p>
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
