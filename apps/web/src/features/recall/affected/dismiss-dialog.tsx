import { Box, Button, Checkbox, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import { recallDismissing } from '@seriatim/schema'
import { IconAlertTriangle } from '@tabler/icons-react'
import { readErrorKey, toRefusal } from '../../../api/query-client.ts'
import { trpc } from '../../../api/trpc.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useZodForm } from '../../../ui/form/use-zod-form.ts'
import { AutoGrid } from '../../../ui/layout/auto-grid.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { formatAmount } from '../../../ui/text/format.ts'
import { IconText } from '../../../ui/text/icon-text.tsx'
import { Mono } from '../mono.tsx'
import { type Affected, amountToAccountFor, describeAmount, sumWords } from '../recall-words.ts'

const FIELDS = [
  ['quarantined', 'Quarantined'],
  ['returned', 'Returned'],
  ['destroyed', 'Destroyed'],
  ['dispensed', 'Dispensed'],
] as const
const shape = recallDismissing.omit({ recallId: true, epcisEventId: true })

interface DismissDialogProps {
  affected: Affected
  onBack: () => void
  onDone: () => void
}

/** Asks what the user did with a lot's recalled packages: notes and counts, all optional. Cancel returns to the list of packages. */
export function DismissDialog({ affected, onBack, onDone }: DismissDialogProps) {
  const { recallId, id: epcisEventId, amount, lotNumber, customerLocation, amountOnHold, dismissedRecall: before } = affected
  const utils = trpc.useUtils()
  // If somebody else dismissed the lot first, the dialog shows a message next to the input, and the list of packages behind the dialog is refreshed.
  const save = trpc.recall.createOneDismissedrecall.useMutation({
    meta: { touches: ['recall'], quiet: true },
    onError: (error) => void (readErrorKey(error) === 'recall_dismissed' && utils.recall.invalidate()),
  })
  const form = useZodForm({
    shape,
    initial: {
      quarantined: before?.quarantined ?? (amountOnHold > 0 ? amountOnHold : null),
      returned: before?.returned ?? null,
      destroyed: before?.destroyed ?? null,
      dispensed: before?.dispensed ?? null,
      noneOnHand: before?.noneOnHand ?? false,
      notes: before?.notes ?? '',
    },
    send: ({ notes, noneOnHand, ...numbers }) =>
      save.mutateAsync({ recallId, epcisEventId, notes, noneOnHand, ...(noneOnHand ? {} : numbers) }),
    refusalOf: toRefusal,
    onSent: (done) => done && onDone(),
  })
  const { noneOnHand } = form.values
  const there = amountToAccountFor(affected)
  // While "None on hand" is checked, entered counts do not apply; unchecking it restores them.
  const numbers = FIELDS.map(([name]) => (noneOnHand ? undefined : (form.values[name] ?? undefined)))
  const words = sumWords(there, numbers, noneOnHand)
  const isTooMany = numbers.reduce<number>((sum, number = 0) => sum + number, 0) > amount
  return (
    <Dialog
      opened
      onClose={onBack}
      size={640}
      title="Dismiss Recall"
      stays={{ atClick: true, atEscape: false }}
      onSubmit={(event) => (isTooMany ? event.preventDefault() : form.onSubmit(event))}
      foot={
        <>
          <Button onClick={onBack} disabled={form.isBusy}>
            Cancel
          </Button>
          <Button type="submit" variant="filled" loading={form.isBusy} disabled={isTooMany}>
            Save & Dismiss
          </Button>
        </>
      }
    >
      <Stack gap="sm">
        <p>
          {describeAmount(affected)}
          {lotNumber !== null && (
            <>
              {' '}
              of lot <Mono>{lotNumber}</Mono>
            </>
          )}
          {` at ${customerLocation.name}. Lots that a later version adds will show up as new.`}
        </p>
        <fieldset>
          <Text component="legend" size="xs" mb="xs">{`What was done with the ${formatAmount(there, 'package')}`}</Text>
          <AutoGrid least={120}>
            {FIELDS.map(([name, label], at) => (
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
                value={numbers[at] ?? ''}
                onChange={(value) => form.set(name, typeof value === 'number' ? value : null)}
              />
            ))}
          </AutoGrid>
        </fieldset>
        <Box component="p" mih={20} role="status">
          {words && (
            <IconText of={IconAlertTriangle} meaning="attention">
              {words}
            </IconText>
          )}
        </Box>
        {form.sentence && (
          <Note meaning="stop" alert title="Not saved">
            {form.sentence}
          </Note>
        )}
        <Checkbox label="None on hand" {...form.field('noneOnHand', 'checkbox')} />
        <Textarea label="Notes" rows={4} {...form.field('notes')} data-autofocus />
      </Stack>
    </Dialog>
  )
}
