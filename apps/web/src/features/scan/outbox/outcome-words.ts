import type { Outputs } from '../../../api/trpc.ts'
import { formatAmount, formatTime } from '../../../ui/text/format.ts'
import type { SettledResult } from './outbox.ts'

type Received = Outputs['order']['updateReceiveAllByDocumentid']
type Answer =
  | (Pick<Received, 'received' | 'alreadyReceived' | 'held' | 'replacedBy' | 'notReceived'> & { differs: readonly unknown[] })
  | null

interface Words {
  kind: 'stop' | 'attention'
  message: string
  detail: string
}

const notReceivedWords = (at: string, key: string) => `The package scanned at ${formatTime(at)} was not received: ${key}`

/** Message about a scan that no open page shows; undefined if it was received normally. */
export function unseenWords({ at, key }: { at: string; key: string }, outcome: SettledResult<Answer>): Words | undefined {
  if (outcome.kind === 'refused') return { kind: 'stop', message: notReceivedWords(at, key), detail: outcome.sentence }
  if (outcome.answer === null) return undefined
  const { received, alreadyReceived, held, differs, notReceived, replacedBy } = outcome.answer
  if (differs.length > 0)
    return {
      kind: 'stop',
      message: notReceivedWords(at, key),
      detail: 'The lot or expiration date on its label differs from the file. Scan it again on its order to see both.',
    }
  if (received > 0) return undefined
  const [stopped] = notReceived
  if (stopped) {
    const next = stopped.why === 'left' ? '' : ' Scan it again on its order to decide.'
    return { kind: 'stop', message: notReceivedWords(at, key), detail: `${stopped.said}${next}` }
  }
  if (replacedBy !== undefined && alreadyReceived === 0 && held.length === 0)
    return {
      kind: 'stop',
      message: notReceivedWords(at, key),
      detail: 'The order was replaced by a corrected file, which does not list this package. Set the package aside.',
    }
  return {
    kind: 'attention',
    message: `The scan at ${formatTime(at)} changed nothing: ${key}`,
    detail: alreadyReceived > 0 ? 'It was already received.' : 'It is on hold, or the order does not list it.',
  }
}

/** Says how many scans of a replaced order were applied to the corrected order instead. */
export const movedWords = (moved: number): { detail?: string } =>
  moved === 0
    ? {}
    : {
        detail: `${formatAmount(moved, 'scan')} ${moved === 1 ? 'was' : 'were'} applied to the corrected order that replaced the first one.`,
      }
