import { Button } from '@mantine/core'
import { Dialog } from '../../../ui/dialog/dialog.tsx'

interface UncheckedDialogProps {
  isReading: boolean
  onClose: () => void
  onAgain: () => void
}

/** Shown when a package can't be received yet, because Seriatim could not check whether the sender is authorized to sell to this location. */
export function UncheckedDialog({ isReading, onClose, onAgain }: UncheckedDialogProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Could not check the sender"
      stays={{ atClick: true, atEscape: false }}
      foot={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="filled" loading={isReading} onClick={onAgain} data-autofocus>
            Try again
          </Button>
        </>
      }
    >
      <p>
        Seriatim could not check whether this sender is authorized to sell to you, so nothing is received yet. It retries automatically.
        Your scans wait here until then; closing this dialog discards them.
      </p>
    </Dialog>
  )
}
