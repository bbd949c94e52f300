import { Button, Group, Stack, Text } from '@mantine/core'
import { writeFullName } from '@seriatim/schema'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { FRESH, useFileSave } from '../../../api/file/use-file-save.ts'
import { trpc } from '../../../api/trpc.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Note } from '../../../ui/layout/note.tsx'
import { formatCount, formatLongDate, formatLongDateTime } from '../../../ui/text/format.ts'
import { Glyph } from '../../../ui/text/glyph.tsx'
import { SubText } from '../../../ui/text/text.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { HeldBadge } from '../../hold/held-badge.tsx'
import { MatchMark } from '../match-mark.tsx'
import { Mono } from '../mono.tsx'
import { type Affected, amountToAccountFor, describeAmount, pickSerial, poWords, sumWords } from '../recall-words.ts'
import { ScrolledTable } from '../search/scrolled-table.tsx'
import { DismissDialog } from './dismiss-dialog.tsx'

interface SgtinDialogProps {
  affected: Affected
  /** Whether the dialog opens at the dismissal step. */
  isDismissing?: boolean
  onClose: () => void
}

/** Lists the packages of an affected lot and lets the user record that they are handled. */
export function SgtinDialog({ affected, isDismissing = false, onClose }: SgtinDialogProps) {
  const [step, setStep] = useState<'packages' | 'dismiss'>(isDismissing ? 'dismiss' : 'packages')
  const csv = useCsv(affected)
  const { epcisSgtins: packages, customerLocation, lotNumber, expiration, document, dismissedRecall } = affected
  if (step === 'dismiss') return <DismissDialog affected={affected} onBack={() => setStep('packages')} onDone={onClose} />
  const about = [
    expiration === null ? undefined : `expires ${formatLongDate(expiration)}`,
    `shipment sent ${formatLongDate(document.timestamp)}`,
    ...poWords(affected),
  ].filter(Boolean)
  return (
    <Dialog
      opened
      onClose={onClose}
      size={760}
      title={`${describeAmount(affected)} at ${customerLocation.name}`}
      closeLabel="Close"
      foot={
        <>
          <Button variant="subtle" mr="auto" leftSection={<Glyph of={IconDownload} size={16} />} loading={csv.isSaving} onClick={csv.save}>
            CSV
          </Button>
          {dismissedRecall?.isDismissed ? (
            <UndoButton dismissedRecallId={dismissedRecall.id} />
          ) : (
            <Button onClick={() => setStep('dismiss')}>Dismiss Recall</Button>
          )}
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </>
      }
    >
      <Stack gap="xs">
        <p>
          {lotNumber === null ? (
            'No lot on record'
          ) : (
            <>
              Lot <Mono>{lotNumber}</Mono>
            </>
          )}
          {`, ${about.join(', ')}`}
        </p>
        <Group component="p" gap="4px 12px">
          <MatchMark confidence={affected.confidence} /> <span>{affected.why}</span>
        </Group>
        {dismissedRecall && <Dismissal dismissal={dismissedRecall} amount={amountToAccountFor(affected)} />}
      </Stack>
      <ScrolledTable label="Packages" head={['SGTIN', 'Received by', 'Date received', 'Now']}>
        {packages.map(({ medId, sgtin, serialNumber, receivedBy, datetimeReceived, isOnHold, isPending, sentTo }) => {
          const { head, serial } = pickSerial(sgtin ?? serialNumber)
          return (
            <tr key={medId}>
              <td>
                <Text span size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                  {head}
                  <b>{serial}</b>
                </Text>
              </td>
              <td data-label="Received by">{receivedBy ? writeFullName(receivedBy) : '–'}</td>
              <td data-label="Date received">{datetimeReceived ? formatLongDateTime(datetimeReceived) : 'Expected'}</td>
              <td data-label="Now">
                {(isOnHold || isPending) && <HeldBadge isPending={isPending} />}
                {sentTo && <SubText>Sent to {sentTo}. Email the recall to them from the recall page.</SubText>}
              </td>
            </tr>
          )
        })}
      </ScrolledTable>
      {affected.amount > packages.length && (
        <p>{`${formatCount(packages.length)} of ${formatCount(affected.amount)} are shown. The CSV has all of them.`}</p>
      )}
    </Dialog>
  )
}

function UndoButton({ dismissedRecallId }: { dismissedRecallId: number }) {
  const toggle = trpc.recall.updateOneToggledismissedrecall.useMutation({
    meta: { touches: ['recall'] },
    onSuccess: ({ isDismissed }) =>
      isDismissed
        ? toast.info('The recall was dismissed for these packages.')
        : toast.done('The dismissal was undone. These packages count as affected again.'),
  })
  return (
    <Button loading={toggle.isPending} onClick={() => toggle.mutate({ dismissedRecallId, isDismissed: false })}>
      Undo dismissal
    </Button>
  )
}

function useCsv({ recallId, id }: Affected) {
  const utils = trpc.useUtils()
  return useFileSave(() => utils.recall.readOneCsv.fetch({ recallId, epcisEventId: id }, FRESH), 'text/csv')
}

type DismissedRecall = NonNullable<Affected['dismissedRecall']>

const DONE = { quarantined: 'quarantined', returned: 'returned', destroyed: 'destroyed', dispensed: 'dispensed' } as const

/** Shows what was done with a lot's packages, by whom, and whether the numbers add up. */
function Dismissal({ dismissal, amount }: { dismissal: DismissedRecall; amount: number }) {
  const { isDismissed, dismissedBy, dismissedAt, noneOnHand, notes } = dismissal
  const done = Object.entries(DONE).flatMap(([name, word]) => {
    const number = dismissal[name as keyof typeof DONE] // the names are keys of DONE, but Object.entries() returns strings
    return number ? [`${number.toLocaleString('en-US')} ${word}`] : []
  })
  const numbers = [dismissal.quarantined, dismissal.returned, dismissal.destroyed, dismissal.dispensed].map((one) => one ?? undefined)
  const rest = sumWords(amount, numbers, noneOnHand)
  const who = dismissedBy ? ` by ${writeFullName(dismissedBy)}` : ''
  const said = [
    noneOnHand ? 'None on hand' : undefined,
    done.join(', ') || undefined,
    rest ? rest.replace(/ Say in the notes.*$/, '') : undefined,
    notes || undefined,
  ]
  return (
    <Note title={`${isDismissed ? 'Dismissed' : 'Was dismissed'}${who}, ${formatLongDate(dismissedAt)}`}>
      {said.flatMap((one) => (one ? [one.replace(/\.?$/, '.')] : [])).join(' ') || 'No details were given.'}
    </Note>
  )
}
