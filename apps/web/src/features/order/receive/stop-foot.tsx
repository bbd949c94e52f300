import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { formatTime } from '../../../ui/format.ts'
import { Foot, type FootProps, HoldLine, Leave } from './foot-parts.tsx'
import { findRecall, findTicket } from './receive-index.ts'

/** A package that should not be received: what may be received all the same is asked for twice. */
export function StopFoot(props: FootProps<'stop'>) {
  const { result, machine, onHold } = props
  if (result.why === 'held') return <HeldFoot {...props} />
  if (result.why === 'notShipped')
    return (
      <Foot said="Keep scanning">
        <Leave machine={machine}>Leave it out</Leave>
        <HoldLine line={result.line} onHold={onHold} />
      </Foot>
    )
  return result.asking ? <AnywayFoot {...props} /> : <StoppedFoot {...props} />
}

/** What only waits for its data leads to its ticket; it is not released here. */
function HeldFoot({ known, result, machine }: FootProps<'stop'>) {
  const ticket = findTicket(known.index, result.line)
  return (
    <Foot said="Keep scanning">
      <Leave machine={machine}>Leave it out</Leave>
      {ticket && ticket.ticketNumber !== null && (
        <Button component={Link} href={`/exceptions/${ticket.documentExceptionId}`}>
          Open ticket {ticket.ticketNumber}
        </Button>
      )}
    </Foot>
  )
}

/** Recalled, expired or short-dated. */
function StoppedFoot({ known, result, machine, onHold }: FootProps<'stop'>) {
  const isRecalled = result.why === 'recalled'
  const recall = isRecalled ? findRecall(known.index, result.line) : undefined
  return (
    <Foot said={formatTime(result.at)}>
      <Leave machine={machine}>Leave it out</Leave>
      <HoldLine line={result.line} onHold={onHold} isAdvised={isRecalled} />
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

function AnywayFoot({ result, machine }: FootProps<'stop'>) {
  const isRecalled = result.why === 'recalled'
  return (
    <Foot said="Your name stays with it">
      <Leave machine={machine}>Leave it out</Leave>
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
