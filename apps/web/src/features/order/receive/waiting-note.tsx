import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Banner } from '../../../ui/banner.tsx'
import { formatAmount } from '../../../ui/format.ts'
import { outbox, useWaitingScans } from '../../scan/receive-outbox.ts'

/** Scans that the server has not seen yet. */
export function WaitingNote({ documentId }: { documentId: number }) {
  const { length } = useWaitingScans(documentId)
  if (length === 0) return null
  return (
    <Banner
      meaning="attention"
      icon={IconAlertTriangle}
      title={`${formatAmount(length, 'scan')} ${length === 1 ? 'waits' : 'wait'} for the network`}
      more="Kept on this device and sent in order when it is back. Keep scanning."
    >
      <Button size="xs" onClick={outbox.tryNow}>
        Try now
      </Button>
    </Banner>
  )
}
