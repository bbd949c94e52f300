import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { DividedList } from '../../../ui/list/divided-list.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { Quiet } from '../../../ui/text/icon-text.tsx'
import { LinkButton } from '../../../ui/text/text.tsx'
import { MatchMark } from '../match-mark.tsx'
import { describeAmount, poWords } from '../recall-words.ts'
import { SgtinDialog } from './sgtin-dialog.tsx'

interface AffectedDialogProps {
  recallId: number
  isDismissing: boolean
  onClose: () => void
}

/** Maximum number of affected lots that the dialog loads; nobody could choose from a longer list. */
const MOST = 1000

/** Lets the user choose one of a recall's affected lots, then shows that lot's packages. If there is only one lot, its packages are shown at once. */
export function AffectedDialog({ recallId, isDismissing, onClose }: AffectedDialogProps) {
  const affected = trpc.recall.readManyAffected.useQuery({ recallId, limit: MOST })
  const [chosenId, setChosenId] = useState<number>()
  const lots = affected.data?.items
  const rows = isDismissing ? lots?.filter((row) => !row.dismissedRecall?.isDismissed) : lots
  const chosen = lots?.find((row) => row.id === chosenId) ?? (rows?.length === 1 && chosenId === undefined ? rows[0] : undefined)
  if (chosen)
    return (
      <SgtinDialog
        affected={chosen}
        isDismissing={isDismissing}
        onClose={rows && rows.length > 1 ? () => setChosenId(undefined) : onClose}
      />
    )
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isDismissing ? 'Which packages do you want to dismiss?' : 'Your affected packages'}
      closeLabel="Close"
      foot={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded query={affected} subject="Your packages">
        {() =>
          rows?.length ? (
            <DividedList bare>
              {rows.map((row) => (
                <Group component="li" key={row.id} gap="4px 12px">
                  <LinkButton onClick={() => setChosenId(row.id)}>{`${describeAmount(row)} at ${row.customerLocation.name}`}</LinkButton>
                  <Quiet>{[row.lotNumber === null ? 'No lot on record' : `Lot ${row.lotNumber}`, ...poWords(row)].join(', ')}</Quiet>
                  <MatchMark confidence={row.confidence} />
                </Group>
              ))}
            </DividedList>
          ) : (
            <EmptyState>No Affected Meds Found</EmptyState>
          )
        }
      </Loaded>
    </Dialog>
  )
}
