import { fstatSync, readSync } from 'node:fs'
import { findMark, type ReadRange } from './piece-cuts.ts'

const BLOCK_SIZE = 1 << 18

/** What all threads are told of a document in a file. */
export interface PieceFile {
  /** An open file; threads of one process share it. */
  readonly descriptor: number
  /** Length of its byte order mark. All offsets are counted from behind it. */
  readonly mark: number
  /** Its bytes behind the mark. */
  readonly size: number
  readonly pieceSize: number
}

/** What an open file is as a document to be cut; null when it is no XML in UTF-8. */
export function findPieceFile(descriptor: number, pieceSize: number): PieceFile | null {
  const first = new Uint8Array(5)
  readSync(descriptor, first, 0, first.length, 0)
  const mark = findMark(first)
  return mark === null ? null : { descriptor, mark, size: fstatSync(descriptor).size - mark, pieceSize }
}

/** Reads such a file. What is given out stands until the next is asked for. */
export function makeFileReader({ descriptor, mark }: PieceFile): ReadRange {
  const block = new Uint8Array(BLOCK_SIZE)
  return function* read(from, to) {
    for (let at = from; at < to; ) {
      const length = readSync(descriptor, block, 0, Math.min(BLOCK_SIZE, to - at), mark + at)
      if (length === 0) return
      yield block.subarray(0, length)
      at += length
    }
  }
}
