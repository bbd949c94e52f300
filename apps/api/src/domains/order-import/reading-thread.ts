import { Worker } from 'node:worker_threads'
import type { Unreadable } from '@seriatim/schema'
import { UnreadableError } from '../upload/document-source.service.ts'
import type { ParseOptions, ReadDocument } from './document.ts'

/** What the reading thread posts to the main thread: progress, and at the end the document or the reason why it was refused. */
export type ThreadMessage = { progress: { bytes: number; total: number } } | Outcome
type Outcome = { read: ReadDocument } | { refused: Unreadable }

/** Maximum heap of the reading thread, in megabytes. The arrays that hold a document's units are outside the heap; DOCUMENT_LIMITS bounds them. */
const USUAL_HEAP = 1024
/** How long an idle thread is kept for the next document, because starting a thread takes longer than reading a typical document. */
const IDLE_MS = 60_000

let idle: { worker: Worker; timer: NodeJS.Timeout } | undefined

/**
 * Reads a document in a separate thread, which ends if `onProgress` rejects or the document takes too much memory.
 *
 * @throws UnreadableError with the reason; the error with which `onProgress` rejected.
 */
export async function readInThread(
  options: ParseOptions,
  onProgress: (bytes: number, total: number) => Promise<void>,
  heap = USUAL_HEAP,
): Promise<ReadDocument> {
  const worker = (heap === USUAL_HEAP ? popIdleWorker() : undefined) ?? start(heap)
  const isReusable = heap === USUAL_HEAP
  const outcome = await toOutcome(worker, options, onProgress).catch(async (error: unknown) => {
    await worker.terminate()
    throw error
  })
  if (isReusable && !idle) parkWorker(worker)
  else void worker.terminate()
  if ('refused' in outcome) throw new UnreadableError(outcome.refused)
  return outcome.read
}

function toOutcome(worker: Worker, options: ParseOptions, onProgress: (bytes: number, total: number) => Promise<void>): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const onMessage = (message: ThreadMessage) => {
    if ('progress' in message) onProgress(message.progress.bytes, message.progress.total).catch(reject)
    else resolve(message)
  }
  const onExit = (code: number) => reject(new Error(`The reading thread ended with ${code} before it reported anything.`))
  worker.on('message', onMessage)
  worker.once('exit', onExit)
  // The listener stays attached, so that later errors in the thread never end the process.
  worker.on('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(error) : error))
  worker.postMessage(options)
  return promise.finally(() => {
    worker.off('message', onMessage)
    worker.off('exit', onExit)
  })
}

function tooLarge(cause: unknown): UnreadableError {
  return new UnreadableError({ kind: 'tooMuchMemory', facts: {} }, { cause })
}

function start(heap: number): Worker {
  return new Worker(new URL('./document-worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: heap } })
}

function popIdleWorker(): Worker | undefined {
  if (!idle) return undefined
  const { worker, timer } = idle
  clearTimeout(timer)
  idle = undefined
  worker.removeAllListeners('error')
  worker.removeAllListeners('exit')
  worker.ref()
  return worker
}

/** Lets an idle worker wait without keeping the process alive. */
function parkWorker(worker: Worker): void {
  const forget = () => {
    idle = undefined
  }
  const timer = setTimeout(() => {
    forget()
    void worker.terminate()
  }, IDLE_MS)
  timer.unref()
  worker.unref()
  worker.once('exit', forget)
  idle = { worker, timer }
}
