import { Button, Group, Stack } from '@mantine/core'
import { regionShown } from '@seriatim/schema'
import { IconRefresh } from '@tabler/icons-react'
import { Link } from 'wouter'
import { findServerSentence } from '../../api/query-client.ts'
import { trpc } from '../../api/trpc.ts'
import { OperatorContact } from '../../shell/operator-contact.tsx'
import { Switch } from '../../ui/field/switch.tsx'
import { useQueryState } from '../../ui/form/use-query-state.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Column, Columns } from '../../ui/layout/columns.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { EmptyLine } from '../../ui/list/empty-line.tsx'
import type { Fact } from '../../ui/list/facts.tsx'
import { FactsCard } from '../../ui/list/facts-card.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { formatWhen } from '../../ui/text/format.ts'
import { Glyph } from '../../ui/text/glyph.tsx'
import { toast } from '../../ui/toast/toast.ts'
import type { Overview } from './cart/shop.ts'
import { CheckoutNote } from './checkout/checkout-note.tsx'
import { DeclinedNote } from './checkout/declined-note.tsx'
import { EndingNotes } from './checkout/ending-notes.tsx'
import { Payments } from './payments.tsx'
import { PlanNote } from './plan-note.tsx'
import { SubscriptionList } from './subscription-list.tsx'
import { Usage } from './usage.tsx'

export default function SubscriptionPage() {
  const overview = trpc.subscription.readOverview.useQuery()
  const change = (
    <Button component={Link} href="/subscription/modify" variant="filled">
      Change your subscription
    </Button>
  )
  return (
    <Page title="Accounts and Subscriptions" crumbs={[{ label: 'Manage Subscription' }]} actions={change} thumb={change}>
      <CheckoutNote />
      <Loaded
        query={overview}
        subject="Your subscriptions"
        sentence={findServerSentence(overview.error)}
        waiting={
          <Card busy>
            <Stack gap="xs" p="md">
              <Skeleton width={240} />
              <Skeleton width={180} />
            </Stack>
          </Card>
        }
      >
        {(known) => <Content overview={known} />}
      </Loaded>
    </Page>
  )
}

function Content({ overview }: { overview: Overview }) {
  const [query, setQuery] = useQueryState()
  const showsCanceled = query.canceled === 'yes'
  return (
    <>
      <PlanNote overview={overview} />
      <DeclinedNote subscriptions={overview.subscriptions} />
      <EndingNotes endings={overview.endings} />
      <Columns>
        <Column>
          <Section
            title="Subscriptions"
            aside={
              <Switch checked={showsCanceled} onChange={(isOn) => setQuery({ canceled: isOn ? 'yes' : '' })}>
                Show Canceled subscriptions
              </Switch>
            }
          >
            <SubscriptionList overview={overview} showsCanceled={showsCanceled} />
            {overview.isBillingOn && <ReadAgain readAt={overview.readAt} />}
          </Section>
          <Section title="Payment account">
            {overview.account ? (
              <FactsCard facts={accountFacts(overview.account)} />
            ) : (
              <Card>
                <EmptyLine>No payment account yet. One is created with your first purchase.</EmptyLine>
              </Card>
            )}
          </Section>
          {overview.isBillingOn && overview.account && <Payments />}
        </Column>
        <Column>
          <Usage overview={overview} />
          <OperatorContact />
        </Column>
      </Columns>
    </>
  )
}

/** The provider is polled automatically; this button is for people who don't want to wait. */
function ReadAgain({ readAt }: { readAt: string | null }) {
  const read = trpc.subscription.updateFromProvider.useMutation({
    meta: { touches: ['subscription'] },
    onSuccess: ({ isReachable }) => {
      if (!isReachable) toast.attention('The payment provider is not responding. This page shows the last known status.')
    },
  })
  return (
    <Group component="p" justify="space-between" gap="sm" wrap="nowrap" mt="xs" c="var(--ink-2)">
      <span>{readAt ? `Last checked with the payment provider ${formatWhen(readAt)}` : 'Not checked with the payment provider yet'}</span>
      <Button size="xs" loading={read.isPending} leftSection={<Glyph of={IconRefresh} size={14} />} onClick={() => read.mutate()}>
        Check now
      </Button>
    </Group>
  )
}

function accountFacts({ contact, address }: NonNullable<Overview['account']>): Fact[] {
  const street = [address.addressLine1, address.addressLine2].filter(Boolean).join(', ')
  const city = [address.city, [address.region && regionShown(address.region), address.postalCode].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
  return [
    { label: 'Company', value: contact.company },
    { label: 'Contact', value: [contact.first, contact.last].filter(Boolean).join(' ') || null },
    { label: 'Email', value: contact.email },
    { label: 'Phone', value: contact.phone },
    { label: 'Address', value: street || null, sub: street && city ? city : undefined },
  ]
}
