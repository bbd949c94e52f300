import { type Outputs, trpc } from '../../api/trpc.ts'
import { formatLongDateTime } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { ReleaseButton } from './release-button.tsx'

type Hold = Outputs['med']['readManyHolds'][number]

const nameOf = (person: Hold['placedBy']) => (person ? `${person.firstName} ${person.lastName}` : 'somebody')

/** What holds a med or an order now, loud, with the way out; and what held it before, quietly. */
export function HoldNotes({ medId, documentId }: { medId?: number; documentId?: number }) {
  const query = { ...(medId === undefined ? {} : { medId }), ...(documentId === undefined ? {} : { documentId }) }
  const holds = trpc.med.readManyHolds.useQuery(query, { meta: { quiet: true } })
  if (!holds.data?.length) return null
  return (
    <div className="hold-notes">
      {holds.data.map((hold) =>
        hold.releasedAt === null ? (
          <Note
            key={hold.id}
            meaning="stop"
            title={
              hold.kind === 'order'
                ? `On hold: all of ${hold.label}`
                : hold.kind === 'package'
                  ? `On hold: package ${hold.label}`
                  : 'On hold'
            }
            action={hold.mayRelease && <ReleaseButton holdId={hold.id} />}
          >
            {`${hold.reason} (${nameOf(hold.placedBy)}, ${formatLongDateTime(hold.placedAt)})`}
          </Note>
        ) : (
          <p key={hold.id} className="muted">
            Was on hold from {formatLongDateTime(hold.placedAt)} ({hold.reason}) to {formatLongDateTime(hold.releasedAt)}, released by{' '}
            {nameOf(hold.releasedBy)}: {hold.releaseReason}
          </p>
        ),
      )}
    </div>
  )
}
