import { comparedFacts, type ReceiveIndex } from '../receive-index.ts'
import type { FileLabel } from '../receive-types.ts'

/** Returns a line's lot number and expiration date from the document, for comparison with the scanned label. */
export function getFileLabel(index: ReceiveIndex, line: number): FileLabel {
  const [fact] = comparedFacts(index, line)
  return { lotNumber: fact?.lotNumber ?? null, expirationDate: fact?.expirationDate ?? null }
}
