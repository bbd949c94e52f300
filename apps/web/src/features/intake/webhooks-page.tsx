import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { useQueryState } from '../../ui/form/use-query-state.ts'
import { SkeletonCard } from '../../ui/layout/skeleton-card.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Glyph } from '../../ui/text/glyph.tsx'
import { IntakeTabs } from './intake-tabs.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhooksSection } from './webhooks-section.tsx'

const POLL_MS = 5000

/** The endpoints to which events are sent, and the deliveries of the chosen one. */
export default function WebhooksPage() {
  const list = trpc.webhook.readMany.useQuery(undefined, { refetchInterval: POLL_MS })
  const [isMaking, setMaking] = useState(false)
  const [{ endpoint }, setQuery] = useQueryState()
  const addButton = (
    <Button variant="filled" leftSection={<Glyph of={IconPlus} size={16} />} onClick={() => setMaking(true)}>
      Add endpoint
    </Button>
  )
  return (
    <Page
      title="Webhooks"
      crumbs={[{ label: 'Incoming Files', href: '/intake' }, { label: 'Webhooks' }]}
      lede="Your other systems get a signed message when something happens here, such as a hold on a package."
      actions={addButton}
      thumb={addButton}
      full
    >
      <IntakeTabs />
      <Loaded
        query={list}
        subject="The endpoints"
        sentence={findServerSentence(list.error)}
        safe="Events are still sent"
        waiting={<SkeletonCard />}
      >
        {({ items }) => {
          const shown = items.find(({ id }) => String(id) === endpoint) ?? items[0]
          return (
            <Stack gap="xl">
              <WebhooksSection webhooks={items} shownId={shown?.id} onShow={(id) => setQuery({ endpoint: String(id) })} />
              {shown && <WebhookDeliveries key={shown.id} webhook={shown} />}
            </Stack>
          )
        }}
      </Loaded>
      {isMaking && <WebhookDialog onClose={() => setMaking(false)} />}
    </Page>
  )
}
