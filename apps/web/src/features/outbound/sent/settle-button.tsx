import { Button } from '@mantine/core'
import { formatAmount, purposeOf, type Shipment } from '@seriatim/schema'
import { IconCheck } from '@tabler/icons-react'
import { trpc } from '../../../api/trpc.ts'
import { ReasonDialog } from '../../../ui/dialog/reason-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'

/** Records that a loan was settled or a return credited. */
export function SettleButton({ shipment }: { shipment: Shipment }) {
  const { ends } = purposeOf(shipment.purpose)
  const settle = useDialogMutation(trpc.shipment.updateOneSettle.useMutation({ meta: { touches: ['shipment'], done: 'Recorded.' } }))
  if (!ends) return null
  const { ask } = ends
  return (
    <>
      <Button leftSection={<Glyph of={IconCheck} size={16} />} onClick={settle.open}>
        {ask}
      </Button>
      <ReasonDialog
        opened={settle.opened}
        onClose={settle.close}
        title={`${ask}?`}
        confirmLabel={ask}
        needed={false}
        pending={settle.isPending}
        onConfirm={(note) => void settle.submit({ shipmentId: shipment.id, note: note ?? null })}
      >
        {shipment.purpose === 'loan'
          ? `${shipment.back} of ${formatAmount(shipment.meds, 'package')} came back. Describe how the rest was settled, for example with other packages or an invoice.`
          : 'Describe how the partner credited the return, for example with the credit memo number.'}
      </ReasonDialog>
    </>
  )
}
