import { stat } from 'node:fs/promises'
import type { ReadDocument } from './document.ts'
import { parseDocument } from './document-parse.ts'
import { readInThread } from './reading-thread.ts'

export interface ReadOptions {
  now: Date
  /** GLNs that are on file: naming them is no finding. */
  knownGlns: ReadonlySet<string>
  /** Ends the reading when it throws. `total` is what there is to read: for a zip its unpacked size. */
  onProgress(bytes: number, total: number): Promise<void>
  /** Of the reading thread's heap; the usual when absent. */
  heapMegabytes?: number
}

/** A plain file of that size is read in a few milliseconds, sooner than a thread begins. */
const SMALL = 512 * 1024

/**
 * Reads and judges a stored file, alone or alone in a zip, and puts its units into their tree. Large files are read in a thread of their own,
 * so that scans are answered meanwhile and a document that takes too much memory ends alone.
 */
export async function readDocument(path: string, isZip: boolean, given: ReadOptions): Promise<ReadDocument> {
  const { now, knownGlns, onProgress, heapMegabytes } = given
  const options = { path, isZip, now, knownGlns }
  if (!isZip && (await stat(path)).size <= SMALL) return parseDocument(options, onProgress)
  return readInThread(options, onProgress, heapMegabytes)
}
