import { Box, Button, Group } from '@mantine/core'
import { useEffect } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { Note } from '../../../ui/layout/note.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { isWaiting, POLL_MS, waiting } from './checkout-watch.ts'

/** While a checkout is open in another tab, this polls the subscriptions every five seconds, says so, and can be stopped. */
export function CheckoutNote() {
  const checkout = waiting.use()
  const utils = trpc.useUtils()
  const { mutateAsync } = trpc.subscription.updateFromProvider.useMutation({
    meta: { quiet: true },
    trpc: { context: { background: true } },
  })
  const begunAt = checkout?.begunAt
  const standing = trpc.subscription.readStanding.useQuery(undefined, { enabled: checkout?.changedAt !== undefined })

  useEffect(() => {
    if (begunAt === undefined) return
    let isOver = false
    let isLooking = false
    const look = async () => {
      // Waits for a slow answer, because a second request might return before it, or after it with older data.
      if (isLooking) return
      isLooking = true
      await lookOnce()
      isLooking = false
    }
    const lookOnce = async () => {
      const read = await mutateAsync().catch(() => undefined) // unreachable now; the next poll may succeed
      const now = waiting.get()
      if (isOver || !now) return
      if (read) {
        const text = JSON.stringify([read.subscriptions, read.orders])
        waiting.set({ ...now, known: text })
        if (now.known !== undefined && now.known !== text) {
          waiting.set({ ...now, known: text, changedAt: Date.now() })
          toast.done('Your purchases were updated.', { everywhere: true })
          await utils.subscription.invalidate()
        }
      }
      if (!isWaiting(waiting.get() ?? now, Date.now())) waiting.set(undefined)
    }
    void look()
    const timer = setInterval(() => void look(), POLL_MS)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [begunAt, mutateAsync, utils])

  if (!checkout) return null
  return (
    <Box mb="md" role="status">
      <Note
        meaning="info"
        title={checkout.changedAt === undefined ? 'Waiting for your checkout' : 'Payment received'}
        action={
          <Group component="span" gap="xs">
            {checkout.changedAt === undefined && (
              <Button size="xs" component="a" href={checkout.url} target="_blank" rel="noopener noreferrer">
                Open the checkout
              </Button>
            )}
            <Button size="xs" onClick={() => waiting.set(undefined)}>
              Stop waiting
            </Button>
          </Group>
        }
      >
        {checkout.changedAt === undefined
          ? 'Pay in the other tab. We check every 5 seconds.'
          : standing.data?.isActive
            ? 'Your plan is active.'
            : 'What you bought is on file.'}
      </Note>
    </Box>
  )
}
