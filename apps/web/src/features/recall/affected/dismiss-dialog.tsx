import { Box, Button, Checkbox, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { readErrorKey, writeSentence } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { Beside } from '../../../ui/layout/beside.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { Signed } from '../../../ui/text/inline.tsx'
import { Mono } from '../mono.tsx'
import { type Affected, sumWords } from '../recall-words.ts'

const FIELDS = [
  ['quarantined', 'Quarantined'],
  ['returned', 'Returned'],
  ['destroyed', 'Destroyed'],
  ['dispensed', 'Dispensed'],
] as const
type Field = (typeof FIELDS)[number][0]

interface DismissDialogProps {
  affected: Affected
  onBack: () => void
  onDone: () => void
}

/** What was done with the packages: numbers and notes, all of which may be left out. Cancel leads back to the packages. */
export function DismissDialog({ affected, onBack, onDone }: DismissDialogProps) {
  const { recallId, id: epcisEventId, amount, lotNumber, customerLocation, amountOnHold, dismissedRecall: before } = affected
  const [numbers, setNumbers] = useState<Partial<Record<Field, number>>>(() => ({
    ...(before?.quarantined != null ? { quarantined: before.quarantined } : amountOnHold > 0 ? { quarantined: amountOnHold } : {}),
    ...(before?.returned != null ? { returned: before.returned } : {}),
    ...(before?.destroyed != null ? { destroyed: before.destroyed } : {}),
    ...(before?.dispensed != null ? { dispensed: before.dispensed } : {}),
  }))
  const [noneOnHand, setNone] = useState(before?.noneOnHand ?? false)
  const [notes, setNotes] = useState(before?.notes ?? '')
  const utils = trpc.useUtils()
  // Somebody else was first: that is said here, beside what was typed, and the packages behind it show it too.
  const save = trpc.recall.createOneDismissedrecall.useMutation({
    meta: { touches: ['recall'], quiet: true },
    onError: (error) => void (readErrorKey(error) === 'recall_dismissed' && utils.recall.invalidate()),
  })
  // None on hand stands alone: the numbers come back when it is unchecked.
  const said = noneOnHand ? {} : numbers
  const words = sumWords(
    amount,
    FIELDS.map(([name]) => said[name]),
    noneOnHand,
  )
  const isTooMany = FIELDS.reduce((sum, [name]) => sum + (said[name] ?? 0), 0) > amount
  const send = () => save.mutate({ recallId, epcisEventId, notes, noneOnHand, ...said }, { onSuccess: (done) => done && onDone() })
  return (
    <Dialog
      opened
      onClose={onBack}
      size={640}
      title="Dismiss Recall"
      stays={{ atClick: true, atEscape: false }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isTooMany) send()
      }}
      foot={
        <>
          <Button onClick={onBack} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="filled" loading={save.isPending} disabled={isTooMany}>
            Save & Dismiss
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        <p>
          {formatAmount(amount, 'package')}
          {lotNumber !== null && (
            <>
              {' '}
              of lot <Mono>{lotNumber}</Mono>
            </>
          )}
          {` at ${customerLocation.name}. Lots that a later version adds will show up as new.`}
        </p>
        <fieldset>
          <Text component="legend" size="xs" mb="xs">{`What was done with the ${formatAmount(amount, 'package')}`}</Text>
          <Beside least={120}>
            {FIELDS.map(([name, label]) => (
              <NumberInput
                key={name}
                label={label}
                min={0}
                max={1_000_000}
                allowDecimal={false}
                allowNegative={false}
                hideControls
                styles={{ input: { textAlign: 'right' } }}
                disabled={noneOnHand}
                value={said[name] ?? ''}
                onChange={(value) => setNumbers((now) => ({ ...now, [name]: typeof value === 'number' ? value : undefined }))}
              />
            ))}
          </Beside>
        </fieldset>
        <Box component="p" mih={20} role="status">
          {words && (
            <Signed of={IconAlertTriangle} meaning="attention">
              {words}
            </Signed>
          )}
        </Box>
        {save.error && (
          <Note meaning="stop" alert title="Not saved">
            {writeSentence(save.error)}
          </Note>
        )}
        <Checkbox label="None on hand" checked={noneOnHand} onChange={(event) => setNone(event.currentTarget.checked)} />
        <Textarea label="Notes" rows={4} value={notes} onChange={(event) => setNotes(event.currentTarget.value)} data-autofocus />
      </Stack>
    </Dialog>
  )
}
