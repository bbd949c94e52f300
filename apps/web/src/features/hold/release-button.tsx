import { Button } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { ReasonDialog } from '../../ui/reason-dialog.tsx'

/** For who may release a hold; why stays on record. */
export function ReleaseButton({ holdId, size }: { holdId: number; size?: 'xs' }) {
  const [asking, setAsking] = useState(false)
  const release = trpc.med.updateReleaseHold.useMutation({ meta: { done: 'Hold released.', touches: ['med', 'order', 'finder'] } })
  return (
    <>
      <Button {...(size ? { size } : {})} onClick={() => setAsking(true)}>
        Release…
      </Button>
      <ReasonDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Release this hold"
        confirmLabel="Release this hold"
        needed
        pending={release.isPending}
        onConfirm={(reason) => release.mutate({ holdId, reason: reason ?? '' }, { onSuccess: () => setAsking(false) })}
      >
        <p>It can be received and sent again. Who released it and why stays on record.</p>
      </ReasonDialog>
    </>
  )
}
