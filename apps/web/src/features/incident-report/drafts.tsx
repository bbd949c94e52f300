import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { type Outputs, trpc } from '../../api/trpc.ts'
import { ClockChip } from '../../ui/clock-chip.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatWhen } from '../../ui/format.ts'
import { useDialogMutation } from '../../ui/use-dialog-mutation.ts'

type Draft = Outputs['incidentReport']['readManyDrafts'][number]

const DAY_MS = 86_400_000

const draftHref = ({ id, incidentId, form }: Draft) =>
  incidentId === null ? `/reportanincident?draft=${id}` : `/reportanincident/${incidentId}/${form.reportType.toLowerCase()}?draft=${id}`

/** Reports that somebody began, each with its clock: the one that runs out first stands first. */
export function Drafts() {
  const drafts = trpc.incidentReport.readManyDrafts.useQuery(undefined, { meta: { quiet: true } })
  const [dropping, setDropping] = useState<Draft>()
  const deletion = useDialogMutation(
    trpc.incidentReport.deleteOneDraft.useMutation({ meta: { done: 'Draft deleted.', touches: ['incidentReport'] } }),
    () => setDropping(undefined),
  )
  if (drafts.isError && !drafts.data)
    return (
      <div className="incident-drafts">
        <ErrorState
          what="Reports that are not sent yet could not be loaded."
          meaning="What was written is safe; this page just cannot reach the server."
          retrying={drafts.isFetching}
          onRetry={() => void drafts.refetch()}
        />
      </div>
    )
  if (!drafts.data?.length) return null
  return (
    <section className="incident-drafts" aria-labelledby="incident-drafts">
      <h2 id="incident-drafts">Not sent yet</h2>
      <ul className="card">
        {drafts.data.map((draft) => (
          <li key={draft.id}>
            {draft.determinedAt && draft.form.reportType === 'INITIAL' && (
              <ClockChip due={new Date(Date.parse(draft.determinedAt) + DAY_MS).toISOString()} />
            )}
            <Link href={draftHref(draft)} className="link grow">
              {draft.form.nameOfProduct || draft.form.serialNumber || 'Report without a product'}
            </Link>
            <span className="muted">
              {draft.locationName}, {formatWhen(draft.updatedAt)}
            </span>
            <Button size="xs" variant="subtle" onClick={() => setDropping(draft)}>
              Delete
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={dropping !== undefined}
        onClose={() => setDropping(undefined)}
        title="Delete this draft"
        confirmLabel="Delete this draft"
        destructive
        pending={deletion.isPending}
        onConfirm={() => dropping && void deletion.submit({ draftId: dropping.id })}
      >
        <p>What was typed into it is deleted. Reports that were sent stay.</p>
      </ConfirmDialog>
    </section>
  )
}
