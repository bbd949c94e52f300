import { Box, Button } from '@mantine/core'
import { Link } from 'wouter'
import { getSession } from '../api/session/session.ts'
import { trpc } from '../api/trpc.ts'
import { Note } from '../ui/layout/note.tsx'
import { formatLongDate } from '../ui/text/format.ts'
import { isCustomerAdmin } from './route/rights.ts'

/** Note on pages that add data: says that no plan is active, until when adding still works, and who can change that. */
export function StandingNote() {
  const { data } = trpc.subscription.readStanding.useQuery(undefined, { staleTime: 5 * 60_000 })
  if (!data || data.isActive || data.graceUntil === null) return null
  return <StandingWords graceUntil={data.graceUntil} way={isCustomerAdmin(getSession()) ? 'link' : 'admin'} />
}

interface WordsProps {
  graceUntil: string
  /** How to get a plan: a link, the admin to ask, or nothing if the plans are on the same page. */
  way: 'link' | 'admin' | 'none'
}

export function StandingWords({ graceUntil, way }: WordsProps) {
  const isOver = new Date(graceUntil) <= new Date()
  return (
    <Box mb="md">
      <Note
        meaning={isOver ? 'stop' : 'attention'}
        title="No subscription is active"
        action={
          way === 'link' && (
            <Button size="xs" component={Link} href="/subscription/modify">
              Choose a plan
            </Button>
          )
        }
      >
        {isOver
          ? 'You can still read, receive and report. To upload files, enter packages or invite users, choose a plan.'
          : `You can still upload files, enter packages and invite users until ${formatLongDate(graceUntil)}. After that you need a plan. You keep everything you have.`}
        {way === 'admin' && ' Ask the administrator of your organization to choose one.'}
      </Note>
    </Box>
  )
}
