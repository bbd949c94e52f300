import { Button, Stack } from '@mantine/core'
import { trpc } from '../../../api/trpc.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { toast } from '../../../ui/toast/toast.ts'
import type { Affected } from '../recall-words.ts'

interface HoldDialogProps {
  recallId: number
  /** The lot to quarantine; undefined for all lots of the recall that are not handled yet. */
  row?: Affected | undefined
  amount: number
  /** How many of these packages have not been received yet. */
  expected: number
  places: readonly string[]
  onClose: () => void
}

/** Explains what a hold means for the recalled packages, and puts them on hold if the person confirms. */
export function HoldAffectedDialog({ recallId, row, amount, expected, places, onClose }: HoldDialogProps) {
  const hold = trpc.recall.updateOneHold.useMutation({ meta: { touches: ['recall', 'med', 'order'] } })
  const send = () =>
    hold.mutate(
      { recallId, ...(row ? { epcisEventIds: [row.id] } : {}) },
      {
        onSuccess: ({ meds }) => {
          toast.done(meds > 0 ? `${formatAmount(meds, 'package')} on hold.` : 'These packages are already on hold.')
          onClose()
        },
      },
    )
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Put ${formatAmount(amount, 'package')} on hold?`}
      foot={
        <>
          <Button onClick={onClose} disabled={hold.isPending}>
            Cancel
          </Button>
          <Button variant="filled" loading={hold.isPending} onClick={send} data-autofocus>
            {`Put ${amount.toLocaleString('en-US')} on hold`}
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        <p>
          {`At ${places.join(', ')}. Nobody can receive or send them until a location admin releases the hold. Take them off the shelf, and keep them apart.`}
        </p>
        {expected > 0 && (
          <p>{`${formatAmount(expected, 'package')} not received yet: the hold stops anyone from receiving ${expected === 1 ? 'it' : 'them'} on arrival.`}</p>
        )}
      </Stack>
    </Dialog>
  )
}
