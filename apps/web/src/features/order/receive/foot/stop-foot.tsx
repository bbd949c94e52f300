import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { trpc } from '../../../../api/trpc.ts'
import { ReasonDialog } from '../../../../ui/dialog/reason-dialog.tsx'
import { useDialogMutation } from '../../../../ui/dialog/use-dialog-mutation.ts'
import { Glyph } from '../../../../ui/text/glyph.tsx'
import { findPendingTicket, findRecall, type Recalled } from '../receive-index.ts'
import { Foot, type FootProps, HoldLineButton, SetAside } from './foot-parts.tsx'
import { ReasonButton } from './reason-button.tsx'

/** Foot for a package that should not be received; receiving it anyway requires a reason, which the receipt records. */
export function StopFoot(props: FootProps<'stop'>) {
  const { result } = props
  if (result.why === 'held') return <HeldFoot {...props} />
  if (result.why === 'notShipped') return <NotShippedFoot {...props} />
  if (result.why === 'recalled') return <RecalledFoot {...props} />
  return <DatedFoot {...props} />
}

function NotShippedFoot({ result, machine, onHold }: FootProps<'stop'>) {
  return (
    <Foot said="Keep scanning">
      <SetAside machine={machine} result={result} />
      <HoldLineButton line={result.line} onHold={onHold} />
    </Foot>
  )
}

/** Foot for a package on hold. If the hold only waits for a ticket's data, the foot links to the ticket. Holds are not released here. */
function HeldFoot({ known, result, machine }: FootProps<'stop'>) {
  const ticket = findPendingTicket(known.index, result.line)
  return (
    <Foot said="Keep scanning">
      <SetAside machine={machine} result={result} />
      {ticket && ticket.ticketNumber !== null && (
        <Button component={Link} href={`/exceptions/${ticket.documentExceptionId}`}>
          Open ticket {ticket.ticketNumber}
        </Button>
      )}
    </Foot>
  )
}

/** Buttons below the result of a scan that was stopped because the package is expired, short-dated or set aside. */
function DatedFoot({ result, machine, onHold }: FootProps<'stop'>) {
  const isShort = result.why === 'short'
  const receive = (stopReason: string) => machine.answer(result.line, result.how, { ...result.said, stopReason })
  return (
    <Foot said="">
      <SetAside machine={machine} result={result} />
      <HoldLineButton line={result.line} onHold={onHold} isAdvised={!isShort} />
      {isShort ? (
        <Button onClick={() => receive('Short-dated, checked and accepted')}>Receive short-dated package</Button>
      ) : (
        <ReasonButton
          label={result.why === 'expired' ? 'Receive expired package…' : 'Receive it…'}
          title={result.why === 'expired' ? 'Receive an expired package' : 'Receive a package that was set aside'}
          confirmLabel="Receive package"
          destructive
          onReason={receive}
        >
          <p>The receipt keeps your name and your reason.</p>
        </ReasonButton>
      )}
    </Foot>
  )
}

function RecalledFoot({ known, result, machine, onHold }: FootProps<'stop'>) {
  const recall = findRecall(known.index, result.line)
  return (
    <Foot said="">
      <SetAside machine={machine} result={result} />
      {recall ? (
        <HoldLot recall={recall} onDone={() => machine.showHeld(result.line)} />
      ) : (
        <HoldLineButton line={result.line} onHold={onHold} isAdvised />
      )}
      {recall && <HoldLineButton line={result.line} onHold={onHold} label="Hold only this…" />}
      {recall && (
        <Button variant="subtle" component={Link} href={`/recalls/detail/${recall.recallId}`}>
          Open the recall
        </Button>
      )}
      <ReasonButton
        label="Receive recalled package…"
        title="Receive a recalled package"
        confirmLabel="Receive recalled package"
        destructive
        onReason={(recallReason) => machine.answer(result.line, result.how, { ...result.said, recallReason })}
      >
        <p>
          {[recall?.classification, recall?.recallNumbers[0]].filter(Boolean).join(', ')}. The receipt keeps your name and your reason.
          {recall?.classification === 'Class I' && ' For a Class I recall, only a person who may release a hold can do this.'}
        </p>
      </ReasonButton>
    </Foot>
  )
}

/** Puts all packages of the lot on this order into quarantine, with the recall as the suggested reason. */
function HoldLot({ recall, onDone }: { recall: Recalled; onDone: () => void }) {
  const [asking, setAsking] = useState(false)
  const hold = useDialogMutation(trpc.recall.updateOneHold.useMutation({ meta: { touches: ['recall', 'med', 'order', 'finder'] } }), () => {
    setAsking(false)
    onDone()
  })
  const lot = recall.lotNumber === null ? 'these packages' : `lot ${recall.lotNumber}`
  const usual = `Recall ${recall.recallNumbers.join(', ')}: ${recall.reason ?? recall.title}`.slice(0, 500)
  return (
    <>
      <Button leftSection={<Glyph of={IconHandStop} size={16} />} onClick={() => setAsking(true)}>
        Hold all of {lot}…
      </Button>
      <ReasonDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={`Hold all of ${lot}`}
        confirmLabel="Put on hold"
        usual={usual}
        needed
        pending={hold.isPending}
        onConfirm={(reason) =>
          void hold.submit({ recallId: recall.recallId, epcisEventIds: [recall.epcisEventId], ...(reason ? { reason } : {}) })
        }
      >
        <p>
          Every package of {lot} on this order goes into quarantine, received or not, until a location admin releases it. Keep them apart on
          the shelf too.
        </p>
      </ReasonDialog>
    </>
  )
}
