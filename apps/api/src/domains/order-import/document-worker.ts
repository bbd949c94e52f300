import { parentPort } from 'node:worker_threads'
import { UnreadableError } from '../upload/document-source.service.ts'
import type { ParseOptions } from './document.ts'
import { parseDocument } from './document-parse.ts'
import type { ThreadMessage } from './reading-thread.ts'

// This module runs in the thread that reads documents, one after another. The thread gets the next document once it has posted the result of the
// previous one.

/** Number of bytes read between two progress reports. */
const PROGRESS_BYTES = 1 << 20

const postToParent = (message: ThreadMessage, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer)

async function parseInWorker(options: ParseOptions): Promise<void> {
  let last = 0
  try {
    const found = await parseDocument(options, (bytes, total) => {
      if (bytes - last < PROGRESS_BYTES) return
      last = bytes
      postToParent({ progress: { bytes, total } })
    })
    const trees = [found, ...found.parts].flatMap(({ tree, eventRows }) => [...Object.values(tree ?? {}), eventRows])
    const columns = trees.filter((value) => ArrayBuffer.isView(value))
    postToParent({ read: found }, [...new Set(columns.map((column) => column.buffer))])
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    postToParent({ refused: error.outcome })
  }
}

parentPort?.on('message', (options: ParseOptions) => void parseInWorker(options)) // `readInThread` posts this type; a failure ends the thread
