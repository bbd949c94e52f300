import { Button } from '@mantine/core'
import type { ComponentType } from 'react'
import { Link } from 'wouter'
import { formatTime } from '../../../../ui/text/format.ts'
import type { Result } from '../receive-types.ts'
import { DiffersFoot } from './differs-foot.tsx'
import { MissingFoot, ReceivedElsewhereFoot } from './elsewhere-foots.tsx'
import { Foot, type FootProps, HoldLine, Leave, SetAside, toOrders } from './foot-parts.tsx'
import { ReceivedFoot } from './received-foot.tsx'
import { StopFoot } from './stop-foot.tsx'

const FEET: { [Kind in Result['kind']]: ComponentType<FootProps<Kind>> } = {
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

/** What can be done about a result, inside the panel: no dialog stands over it. */
export function ResultFoot(props: FootProps<Result['kind']>) {
  const FootOfKind = FEET[props.result.kind] as ComponentType<FootProps<Result['kind']>> // its own kind is what it is given
  return <FootOfKind {...props} />
}

function KeepScanning() {
  return <Foot said="Keep scanning" />
}

function AlreadyFoot({ result, onHold }: FootProps<'already'>) {
  return (
    <Foot said="Keep scanning">
      <HoldLine line={result.line} onHold={onHold} />
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
