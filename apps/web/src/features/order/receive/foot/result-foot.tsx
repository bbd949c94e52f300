import { Button } from '@mantine/core'
import type { ComponentType } from 'react'
import { Link } from 'wouter'
import { formatTime } from '../../../../ui/text/format.ts'
import { ToCorrected } from '../receive-states.tsx'
import type { ScanResult } from '../receive-types.ts'
import { DiffersFoot } from './differs-foot.tsx'
import { MissingFoot, ReceivedElsewhereFoot } from './elsewhere-foots.tsx'
import { Foot, type FootProps, HoldLineButton, Leave, SetAside, toOrders, undoIcon } from './foot-parts.tsx'
import { StopFoot } from './stop-foot.tsx'

const FEET: { [Kind in ScanResult['kind']]: ComponentType<FootProps<Kind>> } = {
  received: ReceivedFoot,
  already: AlreadyFoot,
  stop: StopFoot,
  receivedElsewhere: ReceivedElsewhereFoot,
  differs: DiffersFoot,
  productCode: KeepScanning,
  missing: MissingFoot,
  choose: ChooseFoot,
  unreadable: KeepScanning,
  failed: FailedFoot,
  undone: KeepScanning,
  there: ThereFoot,
}

/** What the user can do about a result. The buttons are part of the panel itself, so that no dialog covers the panel. */
export function ResultFoot(props: FootProps<ScanResult['kind']>) {
  const FootOfKind = FEET[props.result.kind] as ComponentType<FootProps<ScanResult['kind']>> // each component is listed under the kind of its result
  return <FootOfKind {...props} />
}

function KeepScanning() {
  return <Foot said="Keep scanning" />
}

function AlreadyFoot({ result, onHold }: FootProps<'already'>) {
  return (
    <Foot said="Keep scanning">
      <HoldLineButton line={result.line} onHold={onHold} />
    </Foot>
  )
}

function ChooseFoot({ machine }: FootProps<'choose'>) {
  return (
    <Foot said="Nothing is received until you choose">
      <Leave machine={machine}>Set aside</Leave>
    </Foot>
  )
}

function ThereFoot({ result }: FootProps<'there'>) {
  return (
    <Foot said={result.amount === undefined ? 'Keep scanning' : `Received by you at ${formatTime(result.at)}`}>
      <Button component={Link} variant="subtle" href={`/orders/receive/${result.other.documentId}`}>
        Open that order
      </Button>
    </Foot>
  )
}

function FailedFoot({ result, machine }: FootProps<'failed'>) {
  return (
    <Foot said={formatTime(result.at)}>
      {result.line >= 0 && <Button onClick={result.retry}>Try again</Button>}
      <SetAside machine={machine} result={result} />
    </Foot>
  )
}

export function DoneFoot() {
  return <Foot said="">{toOrders}</Foot>
}

/** Foot after a receipt. It offers Undo and, once the whole order is received, the way back to the orders. */
function ReceivedFoot({ known, result, machine, onHold }: FootProps<'received'>) {
  const { receiptId, line } = result
  if (result.movedTo !== undefined)
    return (
      <Foot said={`Received by you at ${formatTime(result.at)}`}>
        <ToCorrected documentId={result.movedTo} />
      </Foot>
    )
  if (result.waiting)
    return (
      <Foot said={`Scanned at ${formatTime(result.at)}`}>
        <Button visibleFrom="sm" leftSection={undoIcon} onClick={() => machine.takeBack(result.id)}>
          Undo this scan
        </Button>
      </Foot>
    )
  const isDone = known.index.order.received >= known.index.order.total
  return (
    <Foot said={`Received by you at ${formatTime(result.at)}`}>
      <Button
        {...(isDone ? {} : { visibleFrom: 'sm' })}
        disabled={receiptId === null}
        leftSection={undoIcon}
        onClick={() => receiptId !== null && machine.undo({ receiptId, line, only: false })}
      >
        {result.of === 'med' ? 'Undo this scan' : 'Undo'}
      </Button>
      {(result.of === 'med' || result.of === 'container') && <HoldLineButton line={line} onHold={onHold} />}
      {isDone && toOrders}
    </Foot>
  )
}
