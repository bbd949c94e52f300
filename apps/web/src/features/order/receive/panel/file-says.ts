import { comparedFacts, type ReceiveIndex } from '../receive-index.ts'
import type { FileSays } from '../receive-types.ts'

/** What the document has where a label may say something else. */
export function fileSays(index: ReceiveIndex, line: number): FileSays {
  const [fact] = comparedFacts(index, line)
  return { lotNumber: fact?.lotNumber ?? null, expirationDate: fact?.expirationDate ?? null }
}
