import { Box, Button } from '@mantine/core'
import { Link } from 'wouter'
import { type Inputs, trpc } from '../../api/trpc.ts'
import { Note } from '../../ui/layout/note.tsx'
import { formatAmount } from '../../ui/text/format.ts'

export type GlnQuestion = Inputs['gln']['readOneWaiting']

const EVERY_MS = 2000

/** Shows the progress of reading the files that waited for a GLN, until all of them have been read. */
export function GlnWaiting({ waiting }: { waiting: GlnQuestion }) {
  const utils = trpc.useUtils()
  const progress = trpc.gln.readOneWaiting.useQuery(waiting, {
    refetchInterval: ({ state }) => {
      if (state.data?.reading !== 0) return EVERY_MS
      void utils.gln.readManyMissing.invalidate()
      return false
    },
    trpc: { context: { background: true } },
  })
  const all = waiting.uploadIds.length
  const { reading = all, orders = 0, others = 0 } = progress.data ?? {}
  const waited = `${formatAmount(all, 'file')} waited for this GLN`
  if (reading > 0)
    return (
      <Box mb="md" role="status">
        <Note meaning="info" title={`${waited}: reading in progress`}>
          {`${formatAmount(orders, 'order')} created so far; files left to process: ${reading}. You can leave this page.`}
        </Note>
      </Box>
    )
  return (
    <Box mb="md" role="status">
      <Note
        meaning={others > 0 ? 'attention' : 'done'}
        title={`${waited}: ${formatAmount(orders, 'order')} created`}
        action={
          <Button component={Link} href={others > 0 ? '/orderupload' : '/orders'} size="xs">
            {others > 0 ? 'See the uploads' : 'My Orders'}
          </Button>
        }
      >
        {others > 0
          ? `${formatAmount(others, 'file')} could not become an order; see the uploads for the reason.`
          : 'They are ready to be received.'}
      </Note>
    </Box>
  )
}
