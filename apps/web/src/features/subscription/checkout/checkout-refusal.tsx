import { Button, Group } from '@mantine/core'
import { findPlan, type PlanTable } from '@seriatim/schema'
import { Note } from '../../../ui/layout/note.tsx'
import { formatWhen } from '../../../ui/text/format.ts'
import { openTab } from './checkout-watch.ts'
import type { OpenCheckout } from './use-checkout.ts'

interface CheckoutRefusalProps {
  /** The server's message about the failure; undefined if the reason is another open checkout. */
  failure: string | undefined
  open: OpenCheckout | undefined
  plans: PlanTable
  isPending: boolean
  onContinue: () => void
  onInstead: () => void
}

/** Explains why no checkout started. If another checkout is still open, asks which one to use, because the customer could otherwise pay for both. */
export function CheckoutRefusal({ failure, open, plans, isPending, onContinue, onInstead }: CheckoutRefusalProps) {
  if (failure !== undefined) return <Note meaning="stop" alert title={failure} />
  if (!open) return null
  const items = open.items.map(({ product, quantity }) => `${findPlan(plans, product)?.title ?? product} × ${quantity}`).join(', ')
  return (
    <Note
      meaning="attention"
      alert
      title="Another checkout is still open"
      action={
        <Group component="span" gap="xs">
          <Button
            size="xs"
            onClick={() => {
              openTab().lead(open.checkoutUrl)
              onContinue()
            }}
          >
            Continue the open checkout
          </Button>
          <Button size="xs" loading={isPending} onClick={onInstead}>
            Start a new checkout instead
          </Button>
        </Group>
      }
    >
      {`${open.by} started it ${formatWhen(open.begunAt)}: ${items}. The payment provider cannot close a checkout, so pay only one of them. If you pay for the same plan in both, we cancel the first one and tell you by email.`}
    </Note>
  )
}
