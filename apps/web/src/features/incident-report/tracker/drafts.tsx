import { Box, Button, Group } from '@mantine/core'
import { NOTIFY_MS } from '@seriatim/schema'
import { useState } from 'react'
import { Link } from 'wouter'
import { type Outputs, trpc } from '../../../api/trpc.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useDialogMutation } from '../../../ui/dialog/use-dialog-mutation.ts'
import { ClockChip } from '../../../ui/feedback/clock-chip.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { DividedList } from '../../../ui/list/divided-list.tsx'
import { Failed } from '../../../ui/page/loaded.tsx'
import { formatWhen } from '../../../ui/text/format.ts'
import { Quiet } from '../../../ui/text/icon-text.tsx'

type Draft = Outputs['incidentReport']['readManyDrafts'][number]

const draftHref = ({ id, incidentId, form }: Draft) =>
  incidentId === null ? `/reportanincident?draft=${id}` : `/reportanincident/${incidentId}/${form.reportType.toLowerCase()}?draft=${id}`

/** Unsent reports with their deadlines, the earliest first. */
export function Drafts() {
  const drafts = trpc.incidentReport.readManyDrafts.useQuery(undefined)
  const [dropping, setDropping] = useState<Draft>()
  const deletion = useDialogMutation(
    trpc.incidentReport.deleteOneDraft.useMutation({ meta: { done: 'Draft deleted.', touches: ['incidentReport'] } }),
    () => setDropping(undefined),
  )
  if (drafts.isError && !drafts.data)
    return (
      <Box mb="lg">
        <Failed query={drafts} subject="Unsent reports" safe="Your drafts are safe" />
      </Box>
    )
  if (!drafts.data?.length) return null
  return (
    <Box mb="lg" maw={1400}>
      <Section title="Not sent yet">
        <Card>
          <DividedList>
            {drafts.data.map((draft) => (
              <Group component="li" key={draft.id} gap="8px 12px">
                {draft.determinedAt && draft.form.reportType === 'INITIAL' && (
                  <ClockChip due={new Date(Date.parse(draft.determinedAt) + NOTIFY_MS).toISOString()} />
                )}
                <Box flex={1} miw={160}>
                  <Link href={draftHref(draft)}>{draft.form.nameOfProduct || draft.form.serialNumber || 'Report without a product'}</Link>
                </Box>
                <Quiet>
                  {draft.locationName}, {formatWhen(draft.updatedAt)}
                </Quiet>
                <Button size="xs" variant="subtle" ml="auto" onClick={() => setDropping(draft)}>
                  Delete
                </Button>
              </Group>
            ))}
          </DividedList>
        </Card>
      </Section>
      <ConfirmDialog
        opened={dropping !== undefined}
        onClose={() => setDropping(undefined)}
        title="Delete this draft"
        confirmLabel="Delete this draft"
        destructive
        pending={deletion.isPending}
        onConfirm={() => dropping && void deletion.submit({ draftId: dropping.id })}
      >
        <p>The draft’s contents will be deleted. Reports that were already sent are kept.</p>
      </ConfirmDialog>
    </Box>
  )
}
