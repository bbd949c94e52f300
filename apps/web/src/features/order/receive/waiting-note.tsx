import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { countOf } from '../../../ui/format.ts'
import { Glyph } from '../../../ui/glyph.tsx'
import { outbox, useWaitingScans } from '../../scan/receive-outbox.ts'

/** Scans that the server has not seen yet. */
export function WaitingNote({ documentId }: { documentId: number }) {
  const { length } = useWaitingScans(documentId)
  if (length === 0) return null
  return (
    <div className="banner banner--attention">
      <Glyph of={IconAlertTriangle} size={16} />
      <b>{`${countOf(length, 'scan')} ${length === 1 ? 'waits' : 'wait'} for the network`}</b>
      <span className="banner-more">Kept on this device and sent in order when it is back. Keep scanning.</span>
      <Button size="xs" onClick={outbox.tryNow}>
        Try now
      </Button>
    </div>
  )
}
