import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { countOf, dayOf, formatCount } from '../../../ui/format.ts'
import { type ReceiveIndex, weigh } from './receive-index.ts'

interface ReceiveAllDialogProps {
  index: ReceiveIndex
  opened: boolean
  onClose: () => void
  onReceive: () => void
}

/** Asked in the words of the specification; declining receives nothing. */
export function ReceiveAllDialog({ index, opened, onClose, onReceive }: ReceiveAllDialogProps) {
  const { open, expired } = opened ? weigh(index, dayOf(new Date())) : { open: 0, expired: 0 }
  const { held } = index.order
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Receive All"
      confirmLabel={`Receive ${countOf(open, 'med')}`}
      disabled={open === 0}
      onConfirm={() => {
        onClose()
        onReceive()
      }}
    >
      <p>Are you sure you would like to mark every item on this order as received?</p>
      <p>
        {countOf(open, 'med')} {open === 1 ? 'is' : 'are'} left
        {expired > 0 ? `, ${formatCount(expired)} of them expired.` : ', none of them expired.'}
        {held > 0 && ` ${countOf(held, 'med')} on hold will be left out.`}
      </p>
    </ConfirmDialog>
  )
}
