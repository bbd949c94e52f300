import { parentPort, workerData } from 'node:worker_threads'
import { type ParseOptions, parseDocument } from './document-parse.ts'
import type { Told } from './document-reader.ts'
import { UnreadableError } from './document-source.ts'

/** The thread in which one document is read. It ends when it has told what became of it. */
const tell = (told: Told, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(told, transfer)

let last = 0
try {
  const read = await parseDocument(workerData as ParseOptions, (bytes, total) => {
    if (bytes - last < 1 << 20) return
    last = bytes
    tell({ progress: { bytes, total } })
  }) // workerData is what readDocument gave it
  const columns = read.tree === null ? [] : Object.values(read.tree).filter((value) => ArrayBuffer.isView(value))
  tell({ read }, [read.eventRows.buffer, ...columns.map((column) => column.buffer)])
} catch (error) {
  if (!(error instanceof UnreadableError)) throw error
  tell({ refused: error.message })
}
