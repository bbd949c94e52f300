import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { writeFullName } from '@seriatim/schema'
import { Link } from 'wouter'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Skeleton } from '../../../ui/layout/skeleton.tsx'
import { type Crumb, Page } from '../../../ui/page/page.tsx'
import { formatLongDateTime } from '../../../ui/text/format.ts'
import { EmptyFrame } from '../../scan/result/result-frame.tsx'
import { SideCard } from './list/side-card.tsx'
import css from './panel/cockpit.module.css'
import type { OrderDetail } from './receive-types.ts'
import type { OrderProblem } from './use/use-receiving.ts'

const toOrders = (
  <Button component={Link} href="/orders">
    Go to My Orders
  </Button>
)

interface ReceiveProblemProps {
  problem: OrderProblem
  detail: OrderDetail | undefined
  crumbs: readonly Crumb[]
  retrying: boolean
  onRetry: () => void
}

/** Explains why this order cannot be received here. */
export function ReceiveProblem({ problem, detail, crumbs, retrying, onRetry }: ReceiveProblemProps) {
  return (
    <Page title="Receive Order" crumbs={crumbs}>
      {problem === 'failed' ? (
        <ErrorState
          subject="The order"
          meaning="Your receipts are safe. Do not shelve anything that you scan until this page works again."
          retrying={retrying}
          onRetry={onRetry}
        />
      ) : (
        <Card>
          <EmptyState action={problem === 'replaced' && detail?.replacedById ? <ToCorrected documentId={detail.replacedById} /> : toOrders}>
            {WORDS[problem]}
          </EmptyState>
          {problem !== 'notFound' && detail && (
            <Text px="lg" pb="lg" c="var(--ink-2)">
              <CorrectionLine detail={detail} />
            </Text>
          )}
        </Card>
      )}
    </Page>
  )
}

const WORDS = {
  voided: 'This order was voided, so no packages can be received for it. Set its packages aside.',
  replaced:
    'This order was replaced by a corrected file. Packages already received on this order stay received; continue with the corrected order.',
  notFound: 'This order no longer exists, or it belongs to a location you cannot access.',
} as const

export function ToCorrected({ documentId, size = 'sm' }: { documentId: number; size?: 'xs' | 'sm' }) {
  return (
    <Button component={Link} href={`/orders/receive/${documentId}`} variant="filled" size={size}>
      Open the corrected order
    </Button>
  )
}

/** Shows who voided, closed or replaced an order, when, and why. */
export function CorrectionLine({ detail: { correction, isVoided, replacedById } }: { detail: OrderDetail }) {
  if (!correction) return null
  const { at, by, reason } = correction
  return (
    <>
      {replacedById ? 'Replaced' : isVoided ? 'Voided' : 'Closed short'} {formatLongDateTime(at)}
      {by && ` by ${writeFullName(by)}`}: {reason}
    </>
  )
}

/** Placeholder for the cockpit while the order loads; scans are accepted already. */
export function CockpitSkeleton() {
  return (
    <Stack gap="md" aria-busy="true" role="status" aria-label="The order is loading. You can start scanning now.">
      <Skeleton height={46} />
      <div className={css.cockpit}>
        <SideCard area="products" label="Products">
          {[120, 96, 136, 104, 128, 112].map((width) => (
            <Group key={width} wrap="nowrap" p="md">
              <Skeleton width={64} height={64} />
              <Skeleton width={width} />
            </Group>
          ))}
        </SideCard>
        <EmptyFrame>
          <Skeleton width="60%" height={32} />
        </EmptyFrame>
        <SideCard area="count" label="Running count and last scans">
          <Box p="md">
            <Skeleton width={180} height={96} />
          </Box>
        </SideCard>
      </div>
    </Stack>
  )
}
