import { Box, Button, Group } from '@mantine/core'
import { findPlan } from '@seriatim/schema'
import { useEffect } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { Note } from '../../../ui/layout/note.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { findPayment, isWaiting, POLL_MS, waiting } from './checkout-watch.ts'

/**
 * Shown while a checkout is open in another tab. Polls the subscriptions every five seconds, until `isWaiting` returns false or the person stops
 * waiting.
 */
export function CheckoutNote() {
  const checkout = waiting.use()
  const utils = trpc.useUtils()
  const { mutateAsync } = trpc.subscription.updateFromProvider.useMutation({
    meta: { quiet: true },
    trpc: { context: { background: true } },
  })
  const begunAt = checkout?.begunAt
  const paid = checkout?.paid
  const overview = trpc.subscription.readOverview.useQuery(undefined, { enabled: paid !== undefined })

  useEffect(() => {
    if (begunAt === undefined) return
    let isOver = false
    let isPolling = false
    const poll = async () => {
      // Skip this poll while a request is under way. With two requests, the older answer might arrive last and replace the newer one.
      if (isPolling) return
      isPolling = true
      await pollOnce()
      isPolling = false
    }
    const pollOnce = async () => {
      const read = await mutateAsync().catch(() => undefined) // unreachable now; the next poll may succeed
      const now = waiting.get()
      if (isOver || !now) return
      if (read) {
        const { orders, subscriptions } = read
        const before = now.known
        const known = { orders, subscriptions }
        waiting.set({ ...now, known })
        if (before && JSON.stringify([before.subscriptions, before.orders]) !== JSON.stringify([subscriptions, orders])) {
          const begun = findPayment(before, known)
          waiting.set({ ...now, known, changedAt: Date.now(), ...(begun ? { paid: [...(now.paid ?? []), ...begun] } : {}) })
          toast.done('Your purchases were updated.', { everywhere: true })
          await utils.subscription.invalidate()
        }
      }
      if (!isWaiting(waiting.get() ?? now, Date.now())) waiting.set(undefined)
    }
    void poll()
    const timer = setInterval(() => void poll(), POLL_MS)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [begunAt, mutateAsync, utils])

  if (!checkout) return null
  const isPlan = paid?.some((product) => (findPlan(overview.data?.plans ?? {}, product)?.locations ?? 0) > 0)
  return (
    <Box mb="md" role="status">
      <Note
        meaning="info"
        title={paid ? 'Payment received' : 'Waiting for your checkout'}
        action={
          <Group component="span" gap="xs">
            {!paid && (
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
        {!paid ? 'Pay in the other tab. We check every 5 seconds.' : isPlan ? 'Your plan is active.' : 'Your purchase is complete.'}
      </Note>
    </Box>
  )
}
