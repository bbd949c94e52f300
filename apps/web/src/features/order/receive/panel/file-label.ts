import { comparedFacts, type ReceiveIndex } from '../receive-index.ts'
import type { FileLabel } from '../receive-types.ts'

/** The document's values for the fields in which a label may differ. */
export function getFileLabel(index: ReceiveIndex, line: number): FileLabel {
  const [fact] = comparedFacts(index, line)
  return { lotNumber: fact?.lotNumber ?? null, expirationDate: fact?.expirationDate ?? null }
}
