import { Box, Stack } from '@mantine/core'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { formatAmount, formatCount, toDay } from '../../../ui/format.ts'
import { Note } from '../../../ui/note.tsx'
import { Sub } from '../../../ui/text.tsx'
import { recalledMeds } from './recall-stop.ts'
import { type ReceiveIndex, weigh } from './receive-index.ts'

interface ReceiveAllDialogProps {
  index: ReceiveIndex
  opened: boolean
  onClose: () => void
  onReceive: () => void
}

/** Asked in the words of the specification; declining receives nothing. */
export function ReceiveAllDialog({ index, opened, onClose, onReceive }: ReceiveAllDialogProps) {
  const { open, expired, recalled } = opened ? weigh(index, toDay(new Date())) : { open: 0, expired: 0, recalled: 0 }
  const { held } = index.order
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Receive All"
      confirmLabel={
        expired > 0 ? `Receive ${formatAmount(open, 'med')}, ${formatCount(expired)} expired` : `Receive ${formatAmount(open, 'med')}`
      }
      destructive={expired > 0 || recalled > 0}
      disabled={open === 0}
      onConfirm={() => {
        onClose()
        onReceive()
      }}
    >
      <p>Are you sure you would like to mark every item on this order as received?</p>
      <p>
        {formatAmount(open, 'med')} {open === 1 ? 'is' : 'are'} left
        {expired > 0 ? '.' : ', none of them expired.'}
        {held > 0 && ` ${formatAmount(held, 'med')} on hold will be left out.`}
      </p>
      {recalled > 0 && (
        <Note meaning="stop" title={`${formatAmount(recalled, 'recalled med')} ${recalled === 1 ? 'is' : 'are'} among them`}>
          Cancel and put {recalled === 1 ? 'it' : 'them'} on hold first. What is on hold is left out.
        </Note>
      )}
      {recalled > 0 && <NamedRecalls index={index} />}
      {expired > 0 && (
        <Note meaning="stop" title={`${formatAmount(expired, 'expired med')} ${expired === 1 ? 'is' : 'are'} among them`}>
          Received with the rest, {expired === 1 ? 'it counts' : 'they count'} as yours. Cancel and set {expired === 1 ? 'it' : 'them'}{' '}
          aside, or keep {expired === 1 ? 'it' : 'them'} off the shelf.
        </Note>
      )}
    </ConfirmDialog>
  )
}

/** Nobody reads a longer list. */
const MOST = 5

/** Which recalls they are, so that whoever says yes knows to what. */
function NamedRecalls({ index }: { index: ReceiveIndex }) {
  const named = recalledMeds(index)
  return (
    <Stack component="ul" gap="xs" mt="sm" aria-label="Recalls">
      {named.slice(0, MOST).map(({ recall: { recallId, classification, recallNumbers, title, reason }, meds }) => (
        <Box component="li" key={recallId} pl="sm" style={{ borderLeft: '3px solid var(--stop-line)' }}>
          <b>{[classification ?? 'Not classified yet', recallNumbers[0]].filter(Boolean).join(', ')}</b>
          <div>{`${title}: ${formatAmount(meds, 'med')}`}</div>
          {reason && <Sub>{reason}</Sub>}
        </Box>
      ))}
      {named.length > MOST && <li>{`And ${formatAmount(named.length - MOST, 'more recall')}`}</li>}
    </Stack>
  )
}
