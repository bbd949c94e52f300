import type { Outputs } from '../../../../api/trpc.ts'
import type { ScanResult } from '../receive-types.ts'

type Received = Pick<Outputs['order']['updateReceiveAllByDocumentid'], 'received' | 'alreadyReceived' | 'expired' | 'held'>

/**
 * Result of a scan after a corrected file replaced the order: received on the corrected order, already received there, or rejected with the reason.
 */
export function toCorrectedResult(
  { received, alreadyReceived, expired, held }: Received,
  movedTo: number,
): { kind: 'failed'; sentence: string } | { kind: 'received'; next: (was: ScanResult) => ScanResult } {
  if (received === 0 && alreadyReceived === 0)
    return {
      kind: 'failed',
      sentence:
        held.length > 0
          ? 'This order was replaced by a corrected file. The package is on hold on the corrected order.'
          : 'This order was replaced by a corrected file, and the corrected file does not list this package.',
    }
  return {
    kind: 'received',
    next: (was) => {
      if (was.kind !== 'received') return was
      if (received === 0) return { id: was.id, at: was.at, kind: 'already', line: was.line }
      return { ...was, receiptId: null, pending: false, waiting: false, amount: received, expired, held: held.length, movedTo }
    },
  }
}
