import { findMark, PieceCuts, type ReadRange } from '../src/piece-cuts.ts'
import { PieceMerger } from '../src/piece-merger.ts'
import { PieceProver } from '../src/piece-prover.ts'
import type { PieceOptions } from '../src/piece-validator.ts'
import { type Validation, validateEpcis } from '../src/validate.ts'

interface PieceReading {
  readonly validation: Validation
  /** Pieces that were merged whole. */
  readonly merged: number
}

/** Reads a document in about so many pieces, proven by so many provers in turn, all in this thread. */
export function judgeInPieces(file: Uint8Array, pieces: number, options: PieceOptions = {}, provers = pieces): PieceReading {
  const mark = findMark(file)
  if (mark === null) return { validation: validateEpcis(file, {}, options), merged: 0 }
  const bytes = file.subarray(mark)
  const read: ReadRange = (from, to) => [bytes.subarray(from, to)]
  const cuts = new PieceCuts(read, bytes.length, Math.max(1, Math.ceil(bytes.length / pieces)))
  const merger = new PieceMerger(options, read, bytes.length)
  const starts = Array.from({ length: cuts.count }, (_, index) => cuts.findStart(index))
  const head = starts.find((start) => start !== null) ?? bytes.length
  let merged = 0
  if (merger.begin(read(0, head))) {
    const own = Array.from({ length: provers }, () => new PieceProver(options))
    for (const prover of own) prover.begin(read(0, head))
    for (const [index, start] of starts.entries()) {
      if (start === null) continue
      const piece = own[index % provers]?.prove(start, cuts.findEnd(index), read)
      if (piece === undefined || !merger.merge(piece)) break
      merged += 1
    }
  }
  return { validation: merger.goAlone(file.length), merged }
}
