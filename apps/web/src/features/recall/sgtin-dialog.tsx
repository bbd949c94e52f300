import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { saveText } from '../../api/download.ts'
import { trpc } from '../../api/trpc.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { countOf, formatCount, formatLongDate, formatLongDateTime } from '../../ui/format.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { toast } from '../../ui/toast.ts'
import { HeldBadge } from '../hold/held-badge.tsx'
import { DismissDialog } from './dismiss-dialog.tsx'
import { Dismissal } from './dismissal.tsx'
import { MatchMark } from './match-mark.tsx'
import { Mono } from './mono.tsx'
import css from './recall.module.css'
import { type Affected, serialOf } from './recall-words.ts'

interface SgtinDialogProps {
  affected: Affected
  /** Begins with dismissing. */
  isDismissing?: boolean
  onClose: () => void
}

/** The packages of an affected lot, one by one, and the way to say that they are dealt with. */
export function SgtinDialog({ affected, isDismissing = false, onClose }: SgtinDialogProps) {
  const [step, setStep] = useState<'packages' | 'dismiss'>(isDismissing ? 'dismiss' : 'packages')
  const csv = useCsv(affected)
  const { epcisSgtins: packages, customerLocation, lotNumber, expiration, document, dismissedRecall } = affected
  if (step === 'dismiss') return <DismissDialog affected={affected} onBack={() => setStep('packages')} onDone={onClose} />
  const about = [
    expiration === null ? undefined : `expires ${formatLongDate(expiration)}`,
    `shipment sent ${formatLongDate(document.timestamp)}`,
  ].filter(Boolean)
  return (
    <Dialog
      opened
      onClose={onClose}
      size={760}
      title={`${countOf(affected.amount, 'package')} at ${customerLocation.name}`}
      closeLabel="Close"
      className={css.dialog}
      foot={
        <>
          <Button
            variant="subtle"
            className={css.left}
            leftSection={<Glyph of={IconDownload} size={16} />}
            loading={csv.isSaving}
            onClick={csv.save}
          >
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
      <p className={css.why}>
        <MatchMark confidence={affected.confidence} /> {affected.why}
      </p>
      {dismissedRecall && <Dismissal dismissal={dismissedRecall} amount={affected.amount} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard too */}
      <section className={css.scroll} tabIndex={0} aria-label="Packages, to scroll">
        <table className={css.grid} aria-label="Packages">
          <thead>
            <tr>
              <th scope="col">SGTIN</th>
              <th scope="col">Received by</th>
              <th scope="col">Date received</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {packages.map(({ medId, sgtin, serialNumber, receivedBy, datetimeReceived, isOnHold, isPending }) => {
              const { head, serial } = serialOf(sgtin ?? serialNumber)
              return (
                <tr key={medId}>
                  <td>
                    <span className={`${css.mono} ${css.sgtin}`}>
                      {head}
                      <b>{serial}</b>
                    </span>
                  </td>
                  <td>{receivedBy ? `${receivedBy.firstName} ${receivedBy.lastName}` : '–'}</td>
                  <td>{datetimeReceived ? formatLongDateTime(datetimeReceived) : 'Not received'}</td>
                  <td>{(isOnHold || isPending) && <HeldBadge isPending={isPending} />}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
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
      isDismissed ? toast.info('These packages are dismissed.') : toast.done('The dismissal was undone. These packages count again.'),
  })
  return (
    <Button loading={toggle.isPending} onClick={() => toggle.mutate({ dismissedRecallId, isDismissed: false })}>
      Undo dismissal
    </Button>
  )
}

function useCsv({ recallId, id }: Affected) {
  const utils = trpc.useUtils()
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    const file = await utils.recall.readOneCsv
      .fetch({ recallId, epcisEventId: id }, { staleTime: 0, gcTime: 0, meta: { loud: true } })
      .catch(() => undefined) // said by the one place of errors
    if (file) saveText(file, 'text/csv')
    setSaving(false)
  }
  return { isSaving, save: () => void save() }
}
