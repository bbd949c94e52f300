import type { Outputs } from '../../api/trpc.ts'
import { formatAmount, formatTime } from '../../ui/format.ts'
import type { Outcome } from './outbox.ts'

type Received = Outputs['order']['updateReceiveAllByDocumentid']
type Answer = Pick<Received, 'received' | 'alreadyReceived' | 'held' | 'replacedBy'> & { differs: readonly unknown[] }

interface Words {
  kind: 'stop' | 'attention'
  message: string
  detail: string
}

/** What is said of a scan whose page is not open; undefined where it was received as it should be. */
export function unseenWords({ at, key }: { at: string; key: string }, outcome: Outcome<Answer>): Words | undefined {
  const notReceived = `The scan of ${formatTime(at)} was not received: ${key}`
  if (outcome.kind === 'refused') return { kind: 'stop', message: notReceived, detail: outcome.sentence }
  const { received, alreadyReceived, held, differs, replacedBy } = outcome.answer
  if (differs.length > 0)
    return {
      kind: 'stop',
      message: notReceived,
      detail: 'Its label says another lot or expiration date than the file. Scan it again on its order to see both.',
    }
  if (received > 0) return undefined
  if (replacedBy !== undefined && alreadyReceived === 0 && held.length === 0)
    return {
      kind: 'stop',
      message: notReceived,
      detail: 'Its order was replaced by a corrected file, and the corrected file does not list it. Set it aside.',
    }
  return {
    kind: 'attention',
    message: `The scan of ${formatTime(at)} changed nothing: ${key}`,
    detail: alreadyReceived > 0 ? 'It was already received.' : 'It is on hold or not on its order.',
  }
}

/** Where scans went whose order had been replaced meanwhile. */
export const movedWords = (moved: number): { detail?: string } =>
  moved === 0
    ? {}
    : {
        detail: `${formatAmount(moved, 'scan')} ${moved === 1 ? 'was' : 'were'} received on the corrected order that replaced the first one.`,
      }
