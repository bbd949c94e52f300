import { Button } from '@mantine/core'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { countOf, formatLongDateTime } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { ReleaseButton } from './release-button.tsx'

type Hold = Outputs['med']['readManyHolds']['items'][number]

/** More would push what the page is for out of sight. */
const SHOWN = 5

interface Held {
  medId?: number
  documentId?: number
}

export function useHolds({ medId, documentId }: Held) {
  const query = { ...(medId === undefined ? {} : { medId }), ...(documentId === undefined ? {} : { documentId }) }
  return trpc.med.readManyHolds.useInfiniteQuery({ ...query, limit: SHOWN }, { getNextPageParam: (page) => page.nextCursor ?? undefined })
}

export function holdTitle(hold: Hold, isOfMed = false): string {
  if (hold.kind === 'order') return `On hold: all of ${hold.label}`
  if (hold.kind === 'package') return `On hold: package ${hold.label}`
  if (hold.kind === 'lot') return `On hold: ${hold.label}`
  return isOfMed ? 'On hold' : `On hold: serial ${hold.label}`
}

/** Why, by whom and when. */
export const holdWords = (hold: Hold) => `${hold.reason} (${nameOf(hold.placedBy)}, ${formatLongDateTime(hold.placedAt)})`

const nameOf = (person: Hold['placedBy']) => (person ? `${person.firstName} ${person.lastName}` : 'somebody')

/** What holds a med or an order now, loud, with the way out; and what held it before, quietly. */
export function HoldNotes({ medId, documentId }: Held) {
  const holds = useHolds({ ...(medId === undefined ? {} : { medId }), ...(documentId === undefined ? {} : { documentId }) })
  const items = holds.data?.pages.flatMap((page) => page.items) ?? []
  if (!items.length) return null
  const rest = (holds.data?.pages[0]?.amount ?? 0) - items.length
  return (
    <div className="hold-notes">
      {items.map((hold) =>
        hold.releasedAt === null ? (
          <Note
            key={hold.id}
            meaning="stop"
            title={holdTitle(hold, medId !== undefined)}
            action={hold.mayRelease && <ReleaseButton holdId={hold.id} />}
          >
            {holdWords(hold)}
          </Note>
        ) : (
          <p key={hold.id} className="muted">
            Was on hold from {formatLongDateTime(hold.placedAt)} ({hold.reason}) to {formatLongDateTime(hold.releasedAt)}, released by{' '}
            {nameOf(hold.releasedBy)}: {hold.releaseReason}
          </p>
        ),
      )}
      {holds.hasNextPage && (
        <Button size="xs" variant="subtle" loading={holds.isFetchingNextPage} onClick={() => void holds.fetchNextPage()}>
          Show more of the other {countOf(rest, 'hold')}
        </Button>
      )}
    </div>
  )
}
