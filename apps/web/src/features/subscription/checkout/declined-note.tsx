import { Anchor, Box, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '../../../api/trpc.ts'
import { Note } from '../../../ui/layout/note.tsx'
import type { Overview } from '../cart/shop.ts'
import { writePlanName } from '../subscription-words.ts'

/** Warns that the card was declined when a subscription was renewed, and links to the payment page. The subscription still works for now. */
export function DeclinedNote({ subscriptions }: { subscriptions: Overview['subscriptions'] }) {
  const utils = trpc.useUtils()
  /** URL of the payment page if the browser blocked its tab. */
  const [blocked, setBlocked] = useState<string>()
  const overdue = subscriptions.filter((one) => one.active && one.state === 'overdue')
  if (overdue.length === 0) return null
  const open = async () => {
    // Opens the tab before the server call. Afterward, the browser would no longer connect it with the user's click, and would block it.
    const tab = window.open('about:blank', '_blank')
    if (tab) tab.opener = null
    const page = await utils.subscription.readAccountPage.fetch(undefined, { staleTime: 0, meta: { loud: true } }).catch(() => undefined)
    if (page && tab) tab.location.replace(page.url)
    else tab?.close()
    setBlocked(tab ? undefined : page?.url)
  }
  return (
    <Box mb="md">
      <Note
        meaning="attention"
        title={`Your card was declined: ${overdue.map(writePlanName).join(', ')}`}
        action={
          <Group component="span" gap="sm">
            <Button size="xs" onClick={() => void open()}>
              Update your card
            </Button>
            {blocked && (
              <Anchor href={blocked} target="_blank" rel="noopener noreferrer">
                Open the payment page
              </Anchor>
            )}
          </Group>
        }
      >
        Everything keeps working while the payment provider tries again. Pay there with another card, then choose Check now below.
      </Note>
    </Box>
  )
}
