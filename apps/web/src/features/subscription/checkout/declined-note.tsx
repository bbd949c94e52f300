import { Box, Button } from '@mantine/core'
import { trpc } from '../../../api/trpc.ts'
import { Note } from '../../../ui/layout/note.tsx'
import type { Overview } from '../cart/shop.ts'
import { writePlanName } from '../subscription-words.ts'

/** Renewals that were not paid: nothing stops yet, and how to pay. */
export function DeclinedNote({ subscriptions }: { subscriptions: Overview['subscriptions'] }) {
  const utils = trpc.useUtils()
  const overdue = subscriptions.filter((one) => one.active && one.state === 'overdue')
  if (overdue.length === 0) return null
  const open = async () => {
    // Opened while the click still counts as the user's.
    const tab = window.open('about:blank', '_blank')
    if (tab) tab.opener = null
    const page = await utils.subscription.readAccountPage.fetch(undefined, { staleTime: 0, meta: { loud: true } }).catch(() => undefined)
    if (page) tab?.location.replace(page.url)
    else tab?.close()
  }
  return (
    <Box mb="md">
      <Note
        meaning="attention"
        title={`Your card was declined: ${overdue.map(writePlanName).join(', ')}`}
        action={
          <Button size="xs" onClick={() => void open()}>
            Update your card
          </Button>
        }
      >
        Everything keeps working while the payment provider tries again. Pay there with another card, then choose Check now below.
      </Note>
    </Box>
  )
}
