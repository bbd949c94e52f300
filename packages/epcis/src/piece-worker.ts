import { parentPort, workerData } from 'node:worker_threads'
import { PieceClaims } from './piece-claims.ts'
import { PieceCuts } from './piece-cuts.ts'
import { makeFileReader, type PieceFile } from './piece-file.ts'
import { PieceProver } from './piece-prover.ts'
import type { PieceOptions } from './piece-validator.ts'
import type { ProvenPiece } from './proven-piece.ts'

/** What a thread is started with. */
export interface PieceWork {
  readonly file: PieceFile
  readonly options: PieceOptions
  readonly claims: SharedArrayBuffer
  readonly ahead: number
}

/** What it tells: a piece that it took; null where no event begins in its stretch. */
export interface ToldPiece {
  readonly index: number
  readonly piece: ProvenPiece | null
}

/** Proves pieces that nobody has taken, until there are none. */
function work({ file, options, claims: shared, ahead }: PieceWork): void {
  const read = makeFileReader(file)
  const cuts = new PieceCuts(read, file.size, file.pieceSize)
  const claims = new PieceClaims(shared, cuts.count, ahead)
  const prover = new PieceProver(options)
  prover.begin(read(0, cuts.findHead()))
  for (let index = claims.takeInTime(); index >= 0; index = claims.takeInTime()) {
    const start = cuts.findStart(index)
    const piece = start === null ? null : prover.prove(start, cuts.findEnd(index), read)
    const told: ToldPiece = { index, piece }
    const columns = piece === null ? [] : [piece.rows, piece.times, piece.textBytes, piece.textEnds]
    parentPort?.postMessage(
      told,
      columns.map(({ buffer }) => buffer),
    )
  }
}

work(workerData as PieceWork) // what threads.ts starts it with
