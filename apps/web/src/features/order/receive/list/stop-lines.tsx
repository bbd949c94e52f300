import { Button, Group } from '@mantine/core'
import { groupCode } from '@seriatim/gs1'
import { STOP_TITLES, writeFullName } from '@seriatim/schema'
import { useState } from 'react'
import { Link } from 'wouter'
import { type Outputs, trpc } from '../../../../api/trpc.ts'
import { ReasonDialog } from '../../../../ui/dialog/reason-dialog.tsx'
import { useDialogMutation } from '../../../../ui/dialog/use-dialog-mutation.ts'
import { Badge } from '../../../../ui/feedback/badge.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import { type Line, Lines } from '../../../../ui/list/lines.tsx'
import { Code } from '../../../../ui/text/code.tsx'
import { formatExpiry, formatWhen } from '../../../../ui/text/format.ts'
import { Muted } from '../../../../ui/text/text.tsx'
import type { ReceiveMachine } from '../machine/receive-machine.ts'
import type { WordFacts } from '../panel/line-names.ts'

type Stop = Outputs['order']['readManyStops'][number]

export interface StopListProps {
  known: WordFacts
  machine: ReceiveMachine
  onHold: (line: number) => void
}

interface StopLinesProps extends StopListProps {
  all: readonly Stop[]
  opened: boolean
  onDone: () => void
}

/** Lists the scans that the counter rejected. Each shows what was decided about its package or, if nothing was, buttons to decide it. */
export default function StopLines({ all, opened, known, machine, onHold, onDone }: StopLinesProps) {
  const { documentId } = known.index
  const [sending, setSending] = useState<Stop>()
  const [receiving, setReceiving] = useState<Stop>()
  const sentBack = useDialogMutation(
    trpc.order.updateStopSentBack.useMutation({ meta: { done: 'Marked as sent back.', touches: ['order', 'med'] } }),
    () => {
      setSending(undefined)
      onDone()
    },
  )
  const units = new Map(all.filter(({ isBlocking }) => isBlocking).map((stop) => [`${stop.line}-${stop.lastLine}`, stop]))
  const shown = opened ? all : [...units.values()]
  if (shown.length === 0)
    return (
      <Muted>
        {known.index.stops.list().length > 0 ? 'Saving what was set aside…' : 'Every package scanned on this order was received.'}
      </Muted>
    )
  const isReadOnly = known.isReadOnly === true
  return (
    <Card>
      <Lines
        label={opened ? 'All scans that were not received' : 'Packages set aside'}
        lines={shown.map((stop) =>
          makeLine(
            stop,
            isReadOnly
              ? undefined
              : { receive: () => setReceiving(stop), hold: () => onHold(stop.line ?? -1), send: () => setSending(stop) },
          ),
        )}
      />
      <ReasonDialog
        opened={receiving !== undefined}
        onClose={() => setReceiving(undefined)}
        title="Receive a package that was set aside"
        confirmLabel="Receive package"
        destructive
        needed
        pending={false}
        onConfirm={(stopReason) => {
          if (receiving?.line != null && stopReason)
            machine.answer(receiving.line, receiving.how, { ...pickLabel(receiving), stopReason, reason: stopReason })
          setReceiving(undefined)
        }}
      >
        <p>{receiving && `${receiving.serialNumber}: ${STOP_TITLES[receiving.kind]}.`} The receipt keeps your name and your reason.</p>
      </ReasonDialog>
      <ReasonDialog
        opened={sending !== undefined}
        onClose={() => setSending(undefined)}
        title="Mark as sent back"
        confirmLabel="Mark as sent back"
        needed
        pending={sentBack.isPending}
        onConfirm={(reason) => sending && void sentBack.submit({ documentId, stopId: sending.id, reason: reason ?? '' })}
      >
        <p>The package went back to the supplier. It stays on this order as not received. No further action is needed.</p>
      </ReasonDialog>
    </Card>
  )
}

const pickLabel = ({ lotNumber, expirationDate }: Stop) => ({
  ...(lotNumber ? { lotNumber } : {}),
  ...(expirationDate ? { expirationDate } : {}),
})

interface Actions {
  receive: () => void
  hold: () => void
  send: () => void
}

function makeLine(stop: Stop, actions: Actions | undefined): Line {
  const { id, serialNumber, gtin, productName, kind, about, at, by, answer, answeredAt, answeredBy, reason, ticket } = stop
  const isOpen = stop.isBlocking && stop.line !== null
  const difference = [
    stop.lotNumber && stop.lotNumber !== stop.fileLotNumber && `label lot ${stop.lotNumber}, file lot ${stop.fileLotNumber ?? 'none'}`,
    kind === 'differs' &&
      stop.expirationDate &&
      `label expires ${formatExpiry(stop.expirationDate)}, file ${formatExpiry(stop.fileExpirationDate)}`,
  ].filter(Boolean)
  return {
    key: id,
    name: `serial ${serialNumber}`,
    content: (
      <Group gap="4px 12px">
        <Code groups={groupCode(/^\d{18}$/.test(serialNumber) ? 'sscc' : 'serial', serialNumber)} boldTail />
        <span>{productName ?? (gtin ? `GTIN ${gtin}` : 'Not on this order')}</span>
        <Badge meaning={isOpen && answer === null ? ('stop' as const) : undefined}>{upperFirst(STOP_TITLES[kind])}</Badge>
      </Group>
    ),
    sub: (
      <>
        {writeFullName(by)}, <time dateTime={at}>{formatWhen(at)}</time>
        {about && `. ${about}`}
        {difference.length > 0 && `. ${upperFirst(difference.join('; '))}`}
        {answer && answeredAt && (
          <>
            . {ANSWERS[answer]} {answeredBy && `by ${writeFullName(answeredBy)}, `}
            {formatWhen(answeredAt)}
            {reason && `: ${reason}`}
          </>
        )}
      </>
    ),
    end: ticket && (
      <Button size="xs" variant="subtle" component={Link} href={`/exceptions/${ticket.documentExceptionId}`}>
        Ticket {ticket.ticketNumber}
      </Button>
    ),
    ...(isOpen && actions
      ? {
          actions: [
            { label: 'Receive…', onClick: actions.receive },
            { label: 'Put on hold…', onClick: actions.hold },
            ...(answer === 'sentBack' ? [] : [{ label: 'Mark as sent back…', onClick: actions.send }]),
          ],
        }
      : {}),
  }
}

const ANSWERS = { received: 'Received', held: 'Put on hold', ticket: 'Ticket created', sentBack: 'Sent back' } as const
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
