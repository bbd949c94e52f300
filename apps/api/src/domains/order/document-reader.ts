import { stat } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { type ParseOptions, parseDocument, type ReadDocument } from './document-parse.ts'
import { UnreadableError } from './document-source.ts'

export { DOCUMENT_LIMITS, type PackagedUnits, type ReadDocument } from './document-parse.ts'
export { UnreadableError } from './document-source.ts'

export interface ReadOptions {
  now: Date
  /** GLNs that are on file: naming them is no finding. */
  knownGlns: ReadonlySet<string>
  /** Ends the reading when it throws. `total` is what there is to read: for a zip its unpacked size. */
  onProgress(bytes: number, total: number): Promise<void>
  /** Of the reading thread's heap; its columns lie beside it and are bounded by DOCUMENT_LIMITS. 1024 when absent. */
  heapMegabytes?: number
}

/** What the reading thread tells. */
export type Told = { progress: { bytes: number; total: number } } | { read: ReadDocument } | { refused: string }

/** A plain file of that size is read in a few milliseconds, sooner than a thread begins. */
const SMALL = 512 * 1024

/**
 * Reads and judges a stored file, alone or alone in a zip, and puts its units into their tree. Large files are read in a thread of their own,
 * so that scans are answered meanwhile and a document that takes too much memory ends alone.
 */
export async function readDocument(path: string, isZip: boolean, given: ReadOptions): Promise<ReadDocument> {
  const { now, knownGlns, onProgress, heapMegabytes = 1024 } = given
  const options = { path, isZip, now, knownGlns }
  if (!isZip && (await stat(path)).size <= SMALL) return parseDocument(options, onProgress)
  return readInThread(options, onProgress, heapMegabytes)
}

function readInThread(options: ParseOptions, onProgress: ReadOptions['onProgress'], heap: number): Promise<ReadDocument> {
  const worker = new Worker(new URL('./document-worker.ts', import.meta.url), {
    workerData: options,
    resourceLimits: { maxOldGenerationSizeMb: heap },
  })
  return new Promise<ReadDocument>((resolve, reject) => {
    worker.on('message', (told: Told) => {
      if ('read' in told) resolve(told.read)
      else if ('refused' in told) reject(new UnreadableError(told.refused))
      else onProgress(told.progress.bytes, told.progress.total).catch(reject)
    })
    worker.on('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(error) : error))
    worker.on('exit', (code) => reject(new Error(`The reading thread ended with ${code} before it told anything.`)))
  }).finally(() => worker.terminate())
}

function tooLarge(cause: unknown): UnreadableError {
  return new UnreadableError('The document needs more memory than one document may take. Ask the sender to split it.', { cause })
}
