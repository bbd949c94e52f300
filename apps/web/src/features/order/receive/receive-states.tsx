import { Button } from '@mantine/core'
import { Link } from 'wouter'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { formatLongDateTime } from '../../../ui/format.ts'
import { type Crumb, Page } from '../../../ui/page.tsx'
import type { OrderDetail } from './receive-types.ts'
import type { Problem } from './use-receiving.ts'

const toOrders = (
  <Button component={Link} href="/orders">
    Go to My Orders
  </Button>
)

interface ReceiveProblemProps {
  problem: Problem
  detail: OrderDetail | undefined
  crumbs: readonly Crumb[]
  retrying: boolean
  onRetry: () => void
}

/** Why this order cannot be received here. */
export function ReceiveProblem({ problem, detail, crumbs, retrying, onRetry }: ReceiveProblemProps) {
  return (
    <Page title="Receive Order" crumbs={crumbs}>
      {problem === 'failed' ? (
        <ErrorState
          what="The order could not be loaded."
          meaning="What was received is safe. Do not shelve anything that you scan before this page is back."
          retrying={retrying}
          onRetry={onRetry}
        />
      ) : (
        <div className="card">
          <EmptyState action={problem === 'replaced' && detail?.replacedById ? <ToCorrected documentId={detail.replacedById} /> : toOrders}>
            {WORDS[problem]}
          </EmptyState>
          {problem !== 'notFound' && detail && <CorrectionLine detail={detail} />}
        </div>
      )}
    </Page>
  )
}

const WORDS = {
  voided: 'This order was voided. Nothing can be received on it; set its packages aside.',
  replaced: 'This order was replaced by a corrected file. What was received on it stays received; go on with the corrected order.',
  notFound: 'This order no longer exists, or it belongs to a location that you do not have.',
} as const

export function ToCorrected({ documentId, size }: { documentId: number; size?: 'xs' }) {
  return (
    <Button component={Link} href={`/orders/receive/${documentId}`} variant="filled" {...(size ? { size } : {})}>
      Open the corrected order
    </Button>
  )
}

/** Who voided or closed an order, when, and why. */
export function CorrectionLine({ detail: { correction, isVoided, replacedById } }: { detail: OrderDetail }) {
  if (!correction) return null
  const { at, by, reason } = correction
  return (
    <p className="muted correction">
      {replacedById ? 'Replaced' : isVoided ? 'Voided' : 'Closed short'} {formatLongDateTime(at)}
      {by && ` by ${by.firstName} ${by.lastName}`}: {reason}
    </p>
  )
}

/** The cockpit in the shape that it will have. */
export function CockpitSkeleton() {
  return (
    <div aria-busy="true" role="status" aria-label="The order is being loaded. You can scan already.">
      <div className="line">
        {[0, 1, 2, 3, 4, 5, 6, 7].map((at) => (
          <div key={at} className="line-group">
            <span className="skeleton" style={{ height: 24 }} />
            <p>
              <span className="skeleton" style={{ width: 72, margin: '2px 0' }} />
            </p>
          </div>
        ))}
      </div>
      <div className="cockpit">
        <div className="card products">
          <div className="card-head">
            <span className="skeleton" style={{ width: 80 }} />
          </div>
          <ul>
            {[120, 96, 136, 104, 128, 112].map((width) => (
              <li key={width}>
                <span className="skeleton" style={{ width: 64, height: 64, borderRadius: 32 }} />
                <span className="skeleton" style={{ width }} />
              </li>
            ))}
          </ul>
        </div>
        <div className="result result--rest">
          <span className="skeleton" style={{ width: 360, height: 32, maxWidth: '80%' }} />
        </div>
        <div className="card">
          <div className="counter">
            <span className="skeleton" style={{ width: 180, height: 96 }} />
          </div>
        </div>
      </div>
    </div>
  )
}
