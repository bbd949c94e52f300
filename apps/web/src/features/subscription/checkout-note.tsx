import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { trpc } from '../../api/trpc.ts'
import { Note } from '../../ui/note.tsx'
import { toast } from '../../ui/toast.ts'
import { isWaiting, POLL_MS, waiting } from './checkout-watch.ts'
import css from './subscription.module.css'

/** While a checkout is open in another tab: reads the subscriptions every five seconds, says so, and can be ended. */
export function CheckoutNote() {
  const checkout = waiting.use()
  const utils = trpc.useUtils()
  const { mutateAsync } = trpc.subscription.updateFromProvider.useMutation({
    meta: { quiet: true },
    trpc: { context: { background: true } },
  })
  const known = useRef<string | undefined>(undefined)
  const begunAt = checkout?.begunAt

  useEffect(() => {
    if (begunAt === undefined) return
    known.current = undefined
    let isOver = false
    const look = async () => {
      const read = await mutateAsync().catch(() => undefined) // not reachable now: the next look may be
      const now = waiting.get()
      if (isOver || !now) return
      if (read) {
        const text = JSON.stringify(read.subscriptions)
        if (known.current !== undefined && known.current !== text) {
          waiting.set({ ...now, changedAt: Date.now() })
          toast.done('Your subscriptions were updated.', { everywhere: true })
          await utils.subscription.invalidate()
        }
        known.current = text
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
    <div className={css.note} role="status">
      <Note
        meaning="info"
        title={checkout.changedAt === undefined ? 'Waiting for your checkout' : 'Your checkout has arrived'}
        action={
          <span className={css.noteActions}>
            {checkout.changedAt === undefined && (
              <Button size="xs" component="a" href={checkout.url} target="_blank" rel="noopener noreferrer">
                Open the checkout
              </Button>
            )}
            <Button size="xs" onClick={() => waiting.set(undefined)}>
              Stop waiting
            </Button>
          </span>
        }
      >
        {checkout.changedAt === undefined
          ? 'Pay in the other tab. This list is read again every 5 seconds.'
          : 'Your subscriptions changed. They are read for a minute more, in case something else comes.'}
      </Note>
    </div>
  )
}
