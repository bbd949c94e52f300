import { stat } from 'node:fs/promises'
import type { ReadDocument } from './document.ts'
import { parseDocument } from './document-parse.ts'
import { readInThread } from './reading-thread.ts'

export interface ReadOptions {
  now: Date
  /** GLNs on file with their locations; a document that names one of them is not reported as addressed to somebody else. */
  owners: ReadonlyMap<string, number>
  /**
   * Reports how many bytes have been read; an error that it throws ends the import. `total` is the number of bytes to read, which for a zip is its
   * unpacked size.
   */
  onProgress(bytes: number, total: number): Promise<void>
  /** Heap limit of the reading thread, in megabytes; the thread's usual limit if absent. */
  heapMegabytes?: number
}

/**
 * Maximum size of a plain file that is read without a thread of its own, because reading it takes only a few milliseconds, less than starting a
 * thread.
 */
const SMALL = 512 * 1024

/**
 * Reads and validates a stored file, either plain or as the only file in a zip, and arranges its units in a tree. Large files are read in a separate
 * thread, so that scans are still answered, and a document that takes too much memory ends only that thread.
 */
export async function readDocument(path: string, isZip: boolean, given: ReadOptions): Promise<ReadDocument> {
  const { now, owners, onProgress, heapMegabytes } = given
  const options = { path, isZip, now, owners }
  if (!isZip && (await stat(path)).size <= SMALL) return parseDocument(options, onProgress)
  return readInThread(options, onProgress, heapMegabytes)
}
