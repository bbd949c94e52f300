import { Button } from '@mantine/core'
import { countOf } from '../../../ui/format.ts'
import { Note } from '../../../ui/note.tsx'
import { outbox, useWaitingScans } from '../../scan/receive-outbox.ts'

/** Scans that the server has not seen yet. */
export function WaitingNote({ documentId }: { documentId: number }) {
  const { length } = useWaitingScans(documentId)
  if (length === 0) return null
  return (
    <div className="waiting">
      <Note
        meaning="attention"
        title={`${countOf(length, 'scan')} ${length === 1 ? 'waits' : 'wait'} for the network`}
        action={
          <Button size="xs" onClick={outbox.tryNow}>
            Try now
          </Button>
        }
      >
        Kept on this device and sent in order when it is back. Keep scanning.
      </Note>
    </div>
  )
}
