import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Banner } from '../../../../ui/feedback/banner.tsx'
import { formatAmount } from '../../../../ui/text/format.ts'
import { outbox, useWaitingScans, useWaitsForOthers } from '../../../scan/outbox/receive-outbox.ts'

/** Shows how many scans have not reached the server yet. */
export function WaitingNote({ documentId }: { documentId: number }) {
  const { length } = useWaitingScans(documentId)
  const isBehindOthers = useWaitsForOthers(documentId)
  if (length === 0) return null
  const waits = `${formatAmount(length, 'scan')} ${length === 1 ? 'is waiting' : 'are waiting'}`
  return (
    <Banner
      meaning="attention"
      icon={IconAlertTriangle}
      title={`${waits} for ${isBehindOthers ? 'somebody else' : 'the network'}`}
      more={`${isBehindOthers ? 'They are working on this order right now. ' : ''}Saved on this device. Scans are sent in order when ${isBehindOthers ? 'that person is done' : 'you are back online'}. Keep scanning.`}
    >
      <Button size="xs" onClick={outbox.tryNow}>
        Try now
      </Button>
    </Banner>
  )
}
