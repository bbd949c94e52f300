import { Button, Stack } from '@mantine/core'
import { Link } from 'wouter'
import { trpc } from '../../../api/trpc.ts'
import { Note } from '../../../ui/layout/note.tsx'
import { formatLongDate } from '../../../ui/text/format.ts'

/**
 * Shows the package's recalls. A recall that certainly or probably covers the lot is prominent and comes with instructions; a possible match is
 * discreet.
 */
export function RecallNotes({ medId, isHeld }: { medId: number; isHeld: boolean }) {
  const { data = [] } = trpc.recall.readManyByMedid.useQuery({ medId })
  const open = data.filter(({ dismissedAt }) => dismissedAt === null)
  const once = [...new Map(data.map((recall) => [recall.recallId, recall])).values()]
  if (once.length === 0) return null
  return (
    <Stack gap="sm" mb="md">
      {once.map(({ recallId, classification, recallNumbers, reason, title, confidence, why, dismissedAt }) => {
        const about = [classification ?? 'Not classified yet', recallNumbers[0]].filter(Boolean).join(', ')
        const isSure = confidence !== 'possible'
        const isOpen = open.some((recall) => recall.recallId === recallId)
        const what = `${(reason ?? title).replace(/\.$/, '')}. ${why.replace(/\.$/, '')}.`
        return (
          <Note
            key={recallId}
            meaning={isSure && isOpen ? ('stop' as const) : undefined}
            title={isSure ? `Recalled: ${about}` : `Possible recall: ${about}`}
            action={
              <Button size="xs" component={Link} href={`/recalls/detail/${recallId}`}>
                Open the recall
              </Button>
            }
          >
            {what} {isOpen ? advice(isSure, isHeld) : `This lot was dismissed ${formatLongDate(dismissedAt ?? '')}.`}
          </Note>
        )
      })}
    </Stack>
  )
}

function advice(isSure: boolean, isHeld: boolean): string {
  if (!isSure) return 'Compare the lot on the package with the recall.'
  if (isHeld) return 'Do not dispense it. Keep it in quarantine, and follow the recall.'
  return 'Do not dispense it. Put it on hold, keep it separate from other stock, and follow the recall.'
}
