import { Button } from '@mantine/core'
import { formatTime } from '../../../../ui/text/format.ts'
import { ToCorrected } from '../receive-states.tsx'
import { Foot, type FootProps, HoldLine, toOrders, undoIcon } from './foot-parts.tsx'

/** What was received can be undone; with the last package the order is done. */
export function ReceivedFoot({ known, result, machine, onHold }: FootProps<'received'>) {
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
      {(result.of === 'med' || result.of === 'container') && <HoldLine line={line} onHold={onHold} />}
      {isDone && toOrders}
    </Foot>
  )
}
