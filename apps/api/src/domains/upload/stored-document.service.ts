import type { Storage } from '../../outside/storage.ts'
import { openDocument, startsAsZip, UnreadableError } from './document-source.service.ts'

export { UnreadableError }

/**
 * A stored document as chunks, unpacked from its zip if necessary. Call `release` after reading it. @throws UnreadableError for a zip without a
 * document.
 */
export async function openStoredDocument(
  storage: Storage,
  customerId: number,
  sha256: string,
): Promise<{ chunks: AsyncIterable<Uint8Array>; release: () => Promise<void> }> {
  const file = await storage.local(customerId, sha256)
  try {
    const { chunks } = await openDocument(file.path, await startsAsZip(file.path))
    return { chunks, release: async () => file.release() }
  } catch (error) {
    await file.release()
    throw error
  }
}
