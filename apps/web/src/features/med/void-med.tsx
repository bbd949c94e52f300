import { Button } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { Code, groupCode } from '../../ui/code.tsx'
import { formatLongDateTime } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { ReasonDialog } from '../../ui/reason-dialog.tsx'
import { nameOf, type Pedigree } from './med-facts.tsx'

/** For who typed in a package that is none. */
export function VoidMed({ pedigree: { med, mayVoid, needsReason } }: { pedigree: Pedigree }) {
  const [asking, setAsking] = useState(false)
  const voiding = trpc.med.updateVoidOne.useMutation({ meta: { done: 'Pedigree voided.', touches: ['med', 'finder'] } })
  if (!mayVoid) return null
  return (
    <>
      <Button onClick={() => setAsking(true)}>Void…</Button>
      <ReasonDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Void this pedigree"
        confirmLabel="Void this pedigree"
        destructive
        needed={needsReason}
        pending={voiding.isPending}
        onConfirm={(reason) => voiding.mutate({ medId: med.id, ...(reason ? { reason } : {}) }, { onSuccess: () => setAsking(false) })}
      >
        <p>
          Serial <Code groups={groupCode(med.serialNumber, 'serial')} boldTail /> was entered by mistake. It stays on record, marked as
          voided, and can no longer be sent. Entering it again brings it back.
        </p>
      </ReasonDialog>
    </>
  )
}

export function VoidedNote({ voided }: { voided: NonNullable<Pedigree['voided']> }) {
  return (
    <Note meaning="stop" title="Voided: this pedigree was entered by mistake">
      {`${voided.by ? `By ${nameOf(voided.by)}, ` : ''}${formatLongDateTime(voided.at)}${voided.reason ? `: ${voided.reason}` : ''}`}
    </Note>
  )
}
