import { Button } from '@mantine/core'
import { NOTIFY_TEXT } from '@seriatim/schema/legal-rules'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { trpc } from '../../api/trpc.ts'
import { ReasonDialog } from '../../ui/dialog/reason-dialog.tsx'
import { useDialogMutation } from '../../ui/dialog/use-dialog-mutation.ts'
import type { Investigation } from './investigation-state.tsx'

const touches = ['investigation', 'med', 'order', 'finder', 'incidentReport']

/** Whether the caller may end the investigation now. */
export const mayEnd = ({ outcome, findings, mayWrite }: Investigation) => outcome === null && mayWrite && findings.length > 0

/** The two outcomes of an investigation. Both require a finding, and neither can be undone. */
export function EndButtons({ investigation }: { investigation: Investigation }) {
  const { id: investigationId, mayClear } = investigation
  const [asking, setAsking] = useState<'cleared' | 'illegitimate'>()
  const [, navigate] = useLocation()
  const close = () => setAsking(undefined)
  const clear = useDialogMutation(
    trpc.investigation.updateCleared.useMutation({ meta: { done: 'Investigation ended. The product is released.', touches } }),
    close,
  )
  const condemn = useDialogMutation(
    trpc.investigation.updateIllegitimate.useMutation({
      meta: { done: 'Investigation ended. Complete and submit Form 3911 now.', touches },
    }),
    ({ draftId }) => {
      close()
      navigate(`/reportanincident?draft=${draftId}`)
    },
  )
  return (
    <>
      {mayClear && <Button onClick={() => setAsking('cleared')}>Clear…</Button>}
      <Button variant="filled" color="red" onClick={() => setAsking('illegitimate')}>
        Illegitimate…
      </Button>
      <ReasonDialog
        opened={asking === 'cleared'}
        onClose={close}
        title="Clear this product"
        confirmLabel="Clear and release"
        needed
        pending={clear.isPending}
        onConfirm={(conclusion) => void clear.submit({ investigationId, conclusion: conclusion ?? '' })}
      >
        <p>The product is not illegitimate. Its hold is released with your conclusion as the reason, and the investigation ends.</p>
      </ReasonDialog>
      <ReasonDialog
        opened={asking === 'illegitimate'}
        onClose={close}
        title="Mark this product as illegitimate"
        confirmLabel="Mark as illegitimate"
        needed
        destructive
        pending={condemn.isPending}
        onConfirm={(conclusion) => void condemn.submit({ investigationId, conclusion: conclusion ?? '' })}
      >
        <p>
          The product stays on hold. The {NOTIFY_TEXT} for Form 3911 start now: the form opens with everything that is known, and nothing is
          sent until you submit it.
        </p>
      </ReasonDialog>
    </>
  )
}
