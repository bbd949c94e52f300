import { Box, Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx'
import { Note } from '../../../../ui/layout/note.tsx'
import { formatAmount, formatCount, localDay } from '../../../../ui/text/format.ts'
import { SubText } from '../../../../ui/text/text.tsx'
import { recalledMeds } from '../panel/recall-stop.ts'
import { type Recalled, type ReceiveIndex, weigh } from '../receive-index.ts'
import { stoppedIn } from './stopped-lines.ts'

interface ReceiveAllDialogProps {
  index: ReceiveIndex
  opened: boolean
  onClose: () => void
  /** Receives the packages; with a reason, also those that were recalled. */
  onReceive: (recallReason?: string) => void
  onHoldAndReceive: (recalls: readonly Recalled[]) => void
}

/** Minimum number of characters of a reason that the server accepts. */
const SHORTEST = 3

/**
 * Asks whether to receive every open package of the order; the question is worded as in the specification. If the user declines, nothing is received.
 */
export default function ReceiveAllDialog({ index, opened, onClose, onReceive, onHoldAndReceive }: ReceiveAllDialogProps) {
  const { open, expired, recalled } = opened ? weigh(index, localDay(new Date())) : { open: 0, expired: 0, recalled: 0 }
  const stopped = opened ? stoppedIn(index) : 0
  const { held } = index.order
  const isRecalled = recalled > 0
  const rest = open - recalled
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Receive All"
      confirmLabel={confirmWords({ open, expired, recalled, rest })}
      destructive={expired > 0 && !isRecalled}
      disabled={open === 0}
      onConfirm={() => {
        onClose()
        if (isRecalled) onHoldAndReceive(recalledMeds(index).flatMap(({ lots }) => lots))
        else onReceive()
      }}
    >
      <p>Are you sure you would like to mark every item on this order as received?</p>
      <p>
        {formatAmount(open, 'package')} {open === 1 ? 'is' : 'are'} left
        {expired > 0 ? '.' : ', none of them expired.'}
        {held > 0 && ` ${formatAmount(held, 'package')} on hold will be left out.`}
        {stopped > 0 && ` ${formatAmount(stopped, 'package')} set aside will be left out.`}
      </p>
      {isRecalled && (
        <Note meaning="stop" title={`${formatAmount(recalled, 'recalled package')} ${recalled === 1 ? 'is' : 'are'} among them`}>
          {recalled === 1 ? 'It goes' : 'They go'} on hold, and the rest is received.
        </Note>
      )}
      {isRecalled && <NamedRecalls index={index} />}
      {isRecalled && (
        <AllAnyway
          open={open}
          onReceive={(reason) => {
            onClose()
            onReceive(reason)
          }}
        />
      )}
      {expired > 0 && (
        <Note meaning="stop" title={`${formatAmount(expired, 'expired package')} ${expired === 1 ? 'is' : 'are'} among them`}>
          If you receive {expired === 1 ? 'it' : 'them'} with the rest, {expired === 1 ? 'it counts' : 'they count'} as your stock. Cancel
          and set {expired === 1 ? 'it' : 'them'} aside, or keep {expired === 1 ? 'it' : 'them'} off the shelf.
        </Note>
      )}
    </ConfirmDialog>
  )
}

function confirmWords({ open, expired, recalled, rest }: { open: number; expired: number; recalled: number; rest: number }): string {
  const also = expired > 0 ? `, ${formatCount(expired)} expired` : ''
  if (recalled > 0) return `Receive ${formatCount(rest)}, hold ${formatCount(recalled)}`
  return `Receive ${formatAmount(open, 'package')}${also}`
}

/** Offers to receive the recalled packages as well, and asks for a reason. */
function AllAnyway({ open, onReceive }: { open: number; onReceive: (reason: string) => void }) {
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  if (!isAsking)
    return (
      <Group mt="sm">
        <Button size="xs" variant="subtle" onClick={() => setAsking(true)}>
          Receive all {formatCount(open)} instead…
        </Button>
      </Group>
    )
  return (
    <Box mt="sm">
      <Textarea
        label="Why are you receiving recalled packages?"
        rows={2}
        maxLength={500}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Button
        mt="xs"
        size="xs"
        color="red"
        variant="filled"
        disabled={reason.trim().length < SHORTEST}
        onClick={() => onReceive(reason.trim())}
      >
        Receive all {formatCount(open)}, recalled packages included
      </Button>
    </Box>
  )
}

/** Maximum number of recalls listed: nobody reads more. */
const MOST = 5

/** Names the recalls, so that the user knows what they are agreeing to. */
function NamedRecalls({ index }: { index: ReceiveIndex }) {
  const named = recalledMeds(index)
  return (
    <Stack component="ul" gap="xs" mt="sm" aria-label="Recalls">
      {named.slice(0, MOST).map(({ recall: { recallId, classification, recallNumbers, title, reason }, meds }) => (
        <Box component="li" key={recallId} pl="sm" style={{ borderLeft: '3px solid var(--stop-line)' }}>
          <b>{[classification ?? 'Not classified yet', recallNumbers[0]].filter(Boolean).join(', ')}</b>
          <div>{`${title}: ${formatAmount(meds, 'package')}`}</div>
          {reason && <SubText>{reason}</SubText>}
        </Box>
      ))}
      {named.length > MOST && <li>{`And ${formatAmount(named.length - MOST, 'more recall')}`}</li>}
    </Stack>
  )
}
