import { comparedFacts, type ReceiveIndex } from '../receive-index.ts'
import type { FileLabel } from '../receive-types.ts'

/** What the document has where a label may say something else. */
export function getFileLabel(index: ReceiveIndex, line: number): FileLabel {
  const [fact] = comparedFacts(index, line)
  return { lotNumber: fact?.lotNumber ?? null, expirationDate: fact?.expirationDate ?? null }
}
