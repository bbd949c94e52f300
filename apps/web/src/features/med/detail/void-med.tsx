import { Button } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { writeFullName } from '@seriatim/schema'
import { trpc } from '../../../api/trpc.ts'
import { ReasonDialog } from '../../../ui/dialog/reason-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { Note } from '../../../ui/layout/note.tsx'
import { Code } from '../../../ui/text/code.tsx'
import { formatLongDateTime } from '../../../ui/text/format.ts'
import type { Pedigree } from './med-facts.tsx'

/** Voids a package that was typed in by mistake. */
export function VoidMed({ pedigree: { med, mayVoid, needsReason } }: { pedigree: Pedigree }) {
  const voiding = useDialogMutation(trpc.med.updateVoidOne.useMutation({ meta: { done: 'Pedigree voided.', touches: ['med', 'finder'] } }))
  if (!mayVoid) return null
  return (
    <>
      <Button onClick={voiding.open}>Void…</Button>
      <ReasonDialog
        opened={voiding.opened}
        onClose={voiding.close}
        title="Void this pedigree"
        confirmLabel="Void this pedigree"
        destructive
        needed={needsReason}
        pending={voiding.isPending}
        onConfirm={(reason) => void voiding.submit({ medId: med.id, ...(reason ? { reason } : {}) })}
      >
        <p>
          Serial <Code groups={groupCode('serial', med.serialNumber)} boldTail /> was entered by mistake. It stays on record, marked as
          voided, and can no longer be sent. Entering it again brings it back.
        </p>
      </ReasonDialog>
    </>
  )
}

export function VoidedNote({ voided }: { voided: NonNullable<Pedigree['voided']> }) {
  return (
    <Note meaning="stop" title="Voided: this pedigree was entered by mistake">
      {`${voided.by ? `By ${writeFullName(voided.by)}, ` : ''}${formatLongDateTime(voided.at)}${voided.reason ? `: ${voided.reason}` : ''}`}
    </Note>
  )
}
