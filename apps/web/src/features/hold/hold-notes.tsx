import { Button, Stack } from '@mantine/core'
import { DISPOSALS, writeFullName } from '@seriatim/schema'
import { IconHourglass } from '@tabler/icons-react'
import { Link } from 'wouter'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { Note } from '../../ui/layout/note.tsx'
import { formatAmount, formatLongDateTime } from '../../ui/text/format.ts'
import { Muted } from '../../ui/text/text.tsx'
import { HoldActions } from './hold-actions.tsx'

type Hold = Outputs['med']['readManyHolds']['items'][number]

/** A longer list would push the main content out of view. */
const SHOWN = 5

interface Held {
  medId?: number
  documentId?: number
}

export function useHolds({ medId, documentId }: Held) {
  const query = { ...(medId === undefined ? {} : { medId }), ...(documentId === undefined ? {} : { documentId }) }
  return trpc.med.readManyHolds.useInfiniteQuery({ ...query, limit: SHOWN }, { getNextPageParam: (page) => page.nextCursor ?? undefined })
}

export const isPending = (hold: Hold) => hold.cause === 'dataPending'

export function holdTitle(hold: Hold, isOfMed = false): string {
  if (isPending(hold)) return 'Data pending'
  if (hold.kind === 'order') return `On hold: all of ${hold.label}`
  if (hold.kind === 'package') return `On hold: container ${hold.label}`
  if (hold.kind === 'lot') return `On hold: ${hold.label}`
  return isOfMed ? 'On hold' : `On hold: serial ${hold.label}`
}

/** Describes a hold in one line: reason, person and time. */
export const holdWords = (hold: Hold) =>
  `${hold.reason.replace(/^Data pending: (.)/, (_, first: string) => first.toUpperCase())} (${pickName(hold.placedBy)}, ${formatLongDateTime(hold.placedAt)})`

/** Describes how the product was disposed of, if it was. */
const disposalWords = ({ disposal, disposedAt, disposedBy, disposalReason }: Hold) =>
  disposal && disposedAt ? ` ${DISPOSALS[disposal]} (${pickName(disposedBy)}, ${formatLongDateTime(disposedAt)}): ${disposalReason}` : ''

/** Link to the ticket that the hold waits for. In an emergency, the hold can also be released on the ticket's page. */
export function TicketOfHold({
  hold: { documentExceptionId, ticketNumber },
}: {
  hold: Pick<Hold, 'documentExceptionId' | 'ticketNumber'>
}) {
  if (documentExceptionId === null || ticketNumber === null) return null
  return <Link href={`/exceptions/${documentExceptionId}`}>Waiting for ticket {ticketNumber}</Link>
}

const pickName = (person: Hold['placedBy']) => (person ? writeFullName(person) : 'Seriatim')

/** Shows active holds of a med or an order prominently, with their actions, and past holds quietly. */
export function HoldNotes({ medId, documentId }: Held) {
  const holds = useHolds({ ...(medId === undefined ? {} : { medId }), ...(documentId === undefined ? {} : { documentId }) })
  const items = holds.data?.pages.flatMap((page) => page.items) ?? []
  if (!items.length) return null
  const rest = (holds.data?.pages[0]?.amount ?? 0) - items.length
  return (
    <Stack gap="sm" mb="md">
      {items.map((hold) =>
        hold.releasedAt === null && isPending(hold) ? (
          <Note key={hold.id} meaning="info" icon={IconHourglass} title={holdTitle(hold)} action={<TicketOfHold hold={hold} />}>
            {holdWords(hold)}. The file is wrong, not the product.
          </Note>
        ) : hold.releasedAt === null ? (
          <Note key={hold.id} meaning="stop" title={holdTitle(hold, medId !== undefined)} action={<HoldActions hold={hold} />}>
            {holdWords(hold)}
            {disposalWords(hold)}
          </Note>
        ) : (
          <Muted key={hold.id}>
            {isPending(hold) ? 'Data was pending' : 'Was on hold'} from {formatLongDateTime(hold.placedAt)} ({hold.reason}) to{' '}
            {formatLongDateTime(hold.releasedAt)}, released by {pickName(hold.releasedBy)}: {hold.releaseReason}{' '}
            <HoldActions hold={hold} isQuiet />
          </Muted>
        ),
      )}
      {holds.hasNextPage && (
        <Button size="xs" variant="subtle" loading={holds.isFetchingNextPage} onClick={() => void holds.fetchNextPage()}>
          Show more of the other {formatAmount(rest, 'hold')}
        </Button>
      )}
    </Stack>
  )
}
