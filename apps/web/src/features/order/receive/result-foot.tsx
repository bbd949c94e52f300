import { Button, Group } from '@mantine/core'
import { IconArrowBackUp, IconHandStop } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { isAvailable } from '../../../shell/menu.ts'
import { formatTime } from '../../../ui/format.ts'
import { Glyph } from '../../../ui/glyph.tsx'
import { HoldButton } from '../../hold/hold-button.tsx'
import { reportHref } from '../../scan/report-link.ts'
import type { ReceiveMachine } from './machine/receive-machine.ts'
import { MakeTicket } from './make-ticket.tsx'
import { ReasonButton } from './reason-button.tsx'
import { findFact, findRecall, findTicket, leftIn, type PendingTicket, RECEIVED } from './receive-index.ts'
import { ToCorrected } from './receive-states.tsx'
import type { Result, ResultOf } from './receive-types.ts'
import { ReportLink } from './report-link.tsx'
import css from './result.module.css'
import { differenceWords, findProduct, type Known } from './result-words.ts'
import { PANEL_PADDING, sized } from './sized.ts'

interface ResultFootProps {
  known: Known
  result: Result
  machine: ReceiveMachine
  onHold: (line: number) => void
}

function Foot({ said, children }: { said: ReactNode; children?: ReactNode }) {
  return (
    <Group
      className={css.foot}
      justify="space-between"
      gap="4px 16px"
      mih={sized(3.8, 2.75)}
      py={sized(0.75, 0.25)}
      pl={PANEL_PADDING}
      pr="md"
      fz={sized(1, 0.875)}
    >
      <span>{said}</span>
      {children && (
        <Group gap="xs" data-actions>
          {children}
        </Group>
      )}
    </Group>
  )
}

const toOrders = (
  <Button component={Link} href="/orders" variant="filled">
    Go to My Orders
  </Button>
)

/** What can be done about a result, inside the panel: no dialog stands over it. */
export function ResultFoot({ known, result, machine, onHold }: ResultFootProps) {
  const isRecalled = result.kind === 'stop' && result.why === 'recalled'
  const recall = isRecalled ? findRecall(known.index, result.line) : undefined
  const leave = <Button onClick={machine.rest}>{result.kind === 'stop' ? 'Leave it out' : 'Set aside'}</Button>
  const hold = 'line' in result && result.line >= 0 && (
    <Button
      {...(result.kind === 'differs' || isRecalled ? {} : { variant: 'subtle' })}
      leftSection={<Glyph of={IconHandStop} size={16} />}
      onClick={() => onHold(result.line)}
    >
      Put on hold…
    </Button>
  )
  switch (result.kind) {
    case 'received': {
      const { receiptId, line } = result
      if (result.movedTo !== undefined)
        return (
          <Foot said={`Received by you at ${formatTime(result.at)}`}>
            <ToCorrected documentId={result.movedTo} />
          </Foot>
        )
      if (result.waiting) {
        return (
          <Foot said={`Scanned at ${formatTime(result.at)}`}>
            <Button visibleFrom="sm" leftSection={<Glyph of={IconArrowBackUp} size={16} />} onClick={() => machine.takeBack(result.id)}>
              Undo this scan
            </Button>
          </Foot>
        )
      }
      const isDone = known.index.order.received >= known.index.order.total
      return (
        <Foot said={`Received by you at ${formatTime(result.at)}`}>
          <Button
            {...(isDone ? {} : { visibleFrom: 'sm' })}
            disabled={receiptId === null}
            leftSection={<Glyph of={IconArrowBackUp} size={16} />}
            onClick={() => receiptId !== null && machine.undo({ receiptId, line, only: false })}
          >
            {result.of === 'med' ? 'Undo this scan' : 'Undo'}
          </Button>
          {(result.of === 'med' || result.of === 'container') && hold}
          {isDone && toOrders}
        </Foot>
      )
    }
    case 'stop': {
      if (result.why === 'held') return <HeldFoot ticket={findTicket(known.index, result.line)} leave={leave} />
      if (result.why === 'notShipped')
        return (
          <Foot said="Keep scanning">
            {leave}
            {hold}
          </Foot>
        )
      if (!result.asking) {
        return (
          <Foot said={formatTime(result.at)}>
            {leave}
            {hold}
            {recall && (
              <Button component={Link} href={`/recalls/detail/${recall.recallId}`}>
                Open the recall
              </Button>
            )}
            <Button variant="subtle" onClick={() => machine.ask(result, true)}>
              Receive anyway…
            </Button>
          </Foot>
        )
      }
      return (
        <Foot said="Your name stays with it">
          {leave}
          <Button
            color="red"
            variant="filled"
            onClick={() =>
              machine.answer(result.line, result.how, { ...result.said, ...(isRecalled ? { recalledAnyway: true } : { anyway: true }) })
            }
          >
            {isRecalled
              ? 'Receive it although it is recalled'
              : result.why === 'expired'
                ? 'Receive this expired med'
                : 'Receive this short-dated med'}
          </Button>
        </Foot>
      )
    }
    case 'differs':
      return <DiffersFoot known={known} result={result} machine={machine} leave={leave} hold={hold} />
    case 'receivedElsewhere': {
      const other = result.found.find((one) => one.documentId !== null)
      return (
        <Foot said="">
          {other && (
            <Button component={Link} href={`/orders/receive/${other.documentId}`}>
              Open that order
            </Button>
          )}
          {leave}
          {hold}
          <ReasonButton
            label="Receive it here…"
            title="Receive it here too"
            confirmLabel="Receive it here"
            onReason={(elsewhereReason) => machine.answer(result.line, result.how, { ...result.said, elsewhereReason })}
          >
            <p>Another order received this package already. It is then counted with both; the receipt keeps your reason.</p>
          </ReasonButton>
        </Foot>
      )
    }
    case 'missing': {
      if (result.looking) return <Foot said="Keep scanning" />
      const other = result.found.find((one) => one.documentId !== null)
      const own = result.found[0]
      return (
        <Foot said="">
          {other && (
            <Button component={Link} href={`/orders/receive/${other.documentId}`}>
              {other.received ? 'Open that order' : 'Receive it there'}
            </Button>
          )}
          {!other && own && (
            <Button component={Link} href={`/meddetail/${own.medId}`}>
              Look at its history
            </Button>
          )}
          {own?.medId != null && <HoldButton target={{ medId: own.medId }} name={own.productName ?? 'This package'} />}
          {!own && result.reading.kind === 'unit' && (
            <HoldButton
              target={{ locationId: known.locationId, gtin: result.reading.gtin, serialNumber: result.reading.serialNumber }}
              name={`Serial number ${result.reading.serialNumber}`}
            />
          )}
          {!own && <MakeTicket reading={result.reading} />}
          {!own && isAvailable('/reportanincident') && <ReportLink reading={result.reading} />}
          {leave}
        </Foot>
      )
    }
    case 'failed':
      return (
        <Foot said={formatTime(result.at)}>
          <Button onClick={result.retry}>Try again</Button>
          {leave}
        </Foot>
      )
    case 'choose':
      return <Foot said="Nothing is received until you choose">{leave}</Foot>
    case 'already':
      return <Foot said="Keep scanning">{hold}</Foot>
    case 'unreadable':
    case 'productCode':
    case 'undone':
      return <Foot said="Keep scanning" />
  }
}

/** What only waits for its data leads to its ticket; it is not released here. */
function HeldFoot({ ticket, leave }: { ticket: PendingTicket | undefined; leave: ReactNode }) {
  return (
    <Foot said="Keep scanning">
      {leave}
      {ticket && ticket.ticketNumber !== null && (
        <Button component={Link} href={`/exceptions/${ticket.documentExceptionId}`}>
          Open ticket {ticket.ticketNumber}
        </Button>
      )}
    </Foot>
  )
}

interface DiffersFootProps extends Pick<ResultFootProps, 'known' | 'machine'> {
  result: ResultOf<'differs'>
  leave: ReactNode
  hold: ReactNode
}

/** A label that differs: quarantine and report lie nearer than machine. */
function DiffersFoot({ known, result, machine, leave, hold }: DiffersFootProps) {
  const { index } = known
  const { line, label, how } = result
  const left = index.meds[line] === 0 ? 0 : leftIn(index, line)
  const path = reportHref({
    serialNumber: index.keys[line] ?? '',
    isSscc: findFact(index, line)?.gtin == null && /^\d{18}$/.test(index.keys[line] ?? ''),
    gtin: findFact(index, line)?.gtin ?? undefined,
    ndc: findProduct(known, line)?.additionalTradeItemId ?? undefined,
    ...label,
    documentId: index.documentId,
  })
  return (
    <Foot said="">
      {hold}
      {isAvailable('/reportanincident') && (
        <Button component={Link} href={path}>
          Report An Incident
        </Button>
      )}
      {leave}
      {left > 0 && index.states[line] !== RECEIVED && (
        <ReasonButton
          label="Receive as the file says…"
          title="Receive as the file says"
          confirmLabel="Receive as the file says"
          destructive
          onReason={(reason) => machine.answer(line, how, { ...label, reason })}
        >
          <p>
            {differenceWords(result)} The record keeps what the file says; the receipt keeps what the label said, your name and your reason.
          </p>
        </ReasonButton>
      )}
    </Foot>
  )
}

export function DoneFoot() {
  return <Foot said="">{toOrders}</Foot>
}
