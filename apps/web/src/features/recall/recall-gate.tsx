import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useSession } from '../../api/session/session.ts'
import { trpc } from '../../api/trpc.ts'
import { isCustomerAdmin } from '../../shell/route/rights.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'

const crumbs = [{ label: 'Recalls' }]

/** Shows recalls to subscribers only; others see how to subscribe and nothing about recalls. */
export function RecallGate({ title, children }: { title: string; children: () => ReactNode }) {
  const standing = trpc.recall.readStanding.useQuery()
  if (standing.data?.hasRecalls) return children()
  return (
    <Page title={title} crumbs={crumbs}>
      <Loaded query={standing} subject="Recalls">
        {() => <NotSubscribed />}
      </Loaded>
    </Page>
  )
}

function NotSubscribed() {
  const isAdmin = isCustomerAdmin(useSession())
  return (
    <Card>
      {isAdmin ? (
        <EmptyState
          action={
            <Button component={Link} href="/subscription/modify" variant="filled">
              Change your subscription
            </Button>
          }
        >
          Recall alerts are not part of your subscription. With recall alerts, every recall is checked against what you received.
        </EmptyState>
      ) : (
        <EmptyState>Recall alerts are not part of your subscription. Please contact your administrator.</EmptyState>
      )}
    </Card>
  )
}
