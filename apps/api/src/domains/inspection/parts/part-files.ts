import { NotStoredError } from '../../../outside/storage.ts'
import { safeSegment, text } from '../../../pack/pack-content.ts'
import { type Made, printStamp } from '../../../print/print-stamp.ts'
import type { PackFile, PartRun } from './part.ts'

export const stampOf = ({ deps, session }: Pick<PartRun, 'deps' | 'session'>): Made => printStamp(deps, session)

interface Stored {
  sha256: string
  filename: string
}

/**
 * Returns the original bytes of a stored file for the pack. If the file storage has lost them, a note takes the file's place and the gap is listed.
 */
export async function storedFile(
  run: PartRun,
  folder: string,
  { sha256, filename }: Stored,
  gap: { part: PackPartName; path: string },
): Promise<PackFile> {
  try {
    const content = (await run.deps.storage.get(run.session.customerId, sha256)) as AsyncIterable<Uint8Array> // Node's types declare stream chunks as any
    return { name: `${folder}/${safeSegment(filename)}`, content }
  } catch (error) {
    if (!(error instanceof NotStoredError)) throw error
    const words = `The file "${filename}" is missing from the file storage`
    run.note({ part: gap.part, text: words, amount: 1, items: [{ text: words, path: gap.path }] })
    return { name: `${folder}/${safeSegment(filename)}.missing.txt`, content: text(`${words}. Its SHA-256 is ${sha256}.\n`) }
  }
}
type PackPartName = Parameters<PartRun['note']>[0]['part']
