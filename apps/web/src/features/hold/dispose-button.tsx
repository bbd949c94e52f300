import { Button, NativeSelect } from '@mantine/core'
import { DISPOSALS, type Disposal } from '@seriatim/schema'
import { useState } from 'react'
import { trpc } from '../../api/trpc.ts'
import { useDialogMutation } from '../../ui/feedback/use-dialog-mutation.ts'
import { ReasonDialog } from '../../ui/form/reason-dialog.tsx'

const choices = Object.entries(DISPOSALS).map(([value, label]) => ({ value, label }))

/** For who may release a hold: the product left the pharmacy for good. */
export function DisposeButton({ holdId, size = 'sm' }: { holdId: number; size?: 'xs' | 'sm' }) {
  const [how, setHow] = useState<Disposal>('destroyed')
  const record = useDialogMutation(
    trpc.med.updateDisposedHold.useMutation({ meta: { done: 'Disposal recorded.', touches: ['med', 'order', 'finder', 'investigation'] } }),
  )
  return (
    <>
      <Button size={size} onClick={record.open}>
        Dispose of…
      </Button>
      <ReasonDialog
        opened={record.opened}
        onClose={record.close}
        title="Record a disposal"
        confirmLabel="Record this disposal"
        needed
        destructive
        pending={record.isPending}
        onConfirm={(reason) => void record.submit({ holdId, how, reason: reason ?? '' })}
      >
        <p>The product stays blocked for good: it can never be received, sent or released again. This cannot be undone.</p>
        <NativeSelect
          label="What happened to it"
          mt="md"
          data={choices}
          value={how}
          onChange={(event) => setHow(choices.find(({ value }) => value === event.currentTarget.value)?.value as Disposal)} // one of the choices
        />
      </ReasonDialog>
    </>
  )
}
