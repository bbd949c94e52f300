import { Button } from '@mantine/core'
import type { Verification } from '@seriatim/schema'
import { trpc } from '../../api/trpc.ts'

interface RetryButtonProps {
  verification: Verification
  onAnswer?: (answer: Verification) => void
  size?: 'xs'
}

/** Button that sends an unanswered verification request again; hidden if the request can't be retried. */
export function RetryButton({ verification: { id, mayRetry, serialNumber }, onAnswer, size }: RetryButtonProps) {
  const retry = trpc.verification.createOneRetry.useMutation({
    meta: { touches: ['verification', 'med', 'shipment'] },
    ...(onAnswer ? { onSuccess: onAnswer } : {}),
  })
  if (!mayRetry) return null
  return (
    <Button
      {...(size ? { size } : {})}
      loading={retry.isPending}
      aria-label={`Ask again about ${serialNumber}`}
      onClick={() => retry.mutate({ verificationId: id })}
    >
      Ask again
    </Button>
  )
}
