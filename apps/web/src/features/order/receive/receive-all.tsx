import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { countOf, dayOf, formatCount } from '../../../ui/format.ts'
import { Note } from '../../../ui/note.tsx'
import { type ReceiveIndex, weigh } from './receive-index.ts'

interface ReceiveAllDialogProps {
  index: ReceiveIndex
  opened: boolean
  onClose: () => void
  onReceive: () => void
}

/** Asked in the words of the specification; declining receives nothing. */
export function ReceiveAllDialog({ index, opened, onClose, onReceive }: ReceiveAllDialogProps) {
  const { open, expired, recalled } = opened ? weigh(index, dayOf(new Date())) : { open: 0, expired: 0, recalled: 0 }
  const { held } = index.order
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Receive All"
      confirmLabel={expired > 0 ? `Receive ${countOf(open, 'med')}, ${formatCount(expired)} expired` : `Receive ${countOf(open, 'med')}`}
      destructive={expired > 0 || recalled > 0}
      disabled={open === 0}
      onConfirm={() => {
        onClose()
        onReceive()
      }}
    >
      <p>Are you sure you would like to mark every item on this order as received?</p>
      <p>
        {countOf(open, 'med')} {open === 1 ? 'is' : 'are'} left
        {expired > 0 ? '.' : ', none of them expired.'}
        {held > 0 && ` ${countOf(held, 'med')} on hold will be left out.`}
      </p>
      {recalled > 0 && (
        <Note meaning="stop" title={`${countOf(recalled, 'recalled med')} ${recalled === 1 ? 'is' : 'are'} among them`}>
          Cancel and put {recalled === 1 ? 'it' : 'them'} on hold first; what is on hold is left out.
        </Note>
      )}
      {expired > 0 && (
        <Note meaning="stop" title={`${countOf(expired, 'expired med')} ${expired === 1 ? 'is' : 'are'} among them`}>
          Received with the rest, {expired === 1 ? 'it counts' : 'they count'} as yours. Cancel and set {expired === 1 ? 'it' : 'them'}{' '}
          aside, or keep {expired === 1 ? 'it' : 'them'} off the shelf.
        </Note>
      )}
    </ConfirmDialog>
  )
}
