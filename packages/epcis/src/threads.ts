import { closeSync, openSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { promises as timers } from 'node:timers'
import { Worker } from 'node:worker_threads'
import { makeClaims, PieceClaims } from './piece-claims.ts'
import { PieceCuts, type ReadRange } from './piece-cuts.ts'
import { findPieceFile, makeFileReader, type PieceFile } from './piece-file.ts'
import { PieceMerger } from './piece-merger.ts'
import { PieceProver } from './piece-prover.ts'
import type { PieceOptions } from './piece-validator.ts'
import type { PieceWork, ToldPiece } from './piece-worker.ts'
import type { ProvenPiece } from './proven-piece.ts'
import type { Validation } from './validate.ts'

export interface ThreadOptions extends PieceOptions {
  /** How many threads read, this one included. As many as the machine has cores when absent, at most {@link MOST_THREADS}. */
  readonly threads?: number
  /** Shorter files are left alone. */
  readonly leastBytes?: number
  /** Shorter files are read by this thread alone. */
  readonly leastBytesForThreads?: number
  readonly pieceBytes?: number
  /** Told now and then how many bytes are judged. */
  readonly onProgress?: (bytes: number) => void
}

export const MOST_THREADS = 8
const LEAST_BYTES = 4 << 20
/** To begin threads, and to make their programs fast, costs about what it takes to read a hundred megabytes. */
const LEAST_BYTES_FOR_THREADS = 128 << 20
/** After so many pieces of which most had to be read again, nothing is gained. */
const MOST_POOR_PIECES = 3
const PIECE_BYTES = 1 << 20
/** Of a thread's heap that is for what lives a moment; enough for a few events. */
const YOUNG_MEGABYTES = 8

/**
 * Judges a large XML document in a file piece by piece, a very large one by several threads, with what {@link validateEpcis} gives for the same
 * bytes.
 *
 * @returns null for a file that is better read as a whole: it is small, no XML in UTF-8, or no plain file.
 */
export async function validateInPieces(path: string, options: ThreadOptions = {}): Promise<Validation | null> {
  const { leastBytes = LEAST_BYTES, pieceBytes = PIECE_BYTES } = options
  if (!isLarge(path, leastBytes)) return null
  const descriptor = openSync(path, 'r')
  try {
    const file = findPieceFile(descriptor, pieceBytes)
    return file === null ? null : await new PieceReading(file, options).run()
  } finally {
    closeSync(descriptor)
  }
}

/** Other things than plain files are not even opened: from a pipe can be read once only. */
function isLarge(path: string, leastBytes: number): boolean {
  const state = statSync(path)
  return state.isFile() && state.size >= leastBytes
}

/** One document that is read in pieces. */
class PieceReading {
  private readonly file: PieceFile
  private readonly options: PieceOptions
  private readonly onProgress: (bytes: number) => void
  private readonly threads: number
  private readonly read: ReadRange
  private readonly cuts: PieceCuts
  private readonly shared = makeClaims()
  private readonly ahead: number
  private readonly claims: PieceClaims
  private readonly merger: PieceMerger
  /** This thread proves too, while it waits. */
  private prover: PieceProver | null = null
  private workers: Worker[] = []
  private readonly told = new Map<number, ProvenPiece | null>()
  private hasFailed = false
  /** Of the workers. */
  private alive = 0
  private wake: () => void = () => {}

  constructor(file: PieceFile, options: ThreadOptions) {
    const { threads = Math.min(availableParallelism(), MOST_THREADS), leastBytesForThreads = LEAST_BYTES_FOR_THREADS } = options
    const { knownGlns, knownGtins, now, findingsPerType } = options
    this.file = file
    this.options = {
      ...(knownGlns && { knownGlns }),
      ...(knownGtins && { knownGtins }),
      ...(now && { now }),
      ...(findingsPerType !== undefined && { findingsPerType }),
    }
    this.onProgress = options.onProgress ?? (() => {})
    this.threads = file.size < leastBytesForThreads ? 1 : threads
    this.read = makeFileReader(file)
    this.cuts = new PieceCuts(this.read, file.size, file.pieceSize)
    this.ahead = this.threads * 2 + 1
    this.claims = new PieceClaims(this.shared, this.cuts.count, this.ahead)
    this.merger = new PieceMerger(this.options, this.read, file.size)
  }

  async run(): Promise<Validation> {
    const { merger, file } = this
    try {
      this.workers = Array.from({ length: this.threads - 1 }, () => this.start())
      if (merger.begin(this.read(0, this.cuts.findHead()))) await this.mergeAll()
    } finally {
      this.claims.close()
      await Promise.all(this.workers.map((worker) => worker.terminate()))
    }
    return merger.goAlone(file.size + file.mark)
  }

  private start(): Worker {
    const entry = import.meta.url.endsWith('.ts') ? './piece-worker.ts' : './piece-worker.js'
    const { file, options, shared: claims, ahead } = this
    const workerData: PieceWork = { file, options, claims, ahead }
    const worker = new Worker(new URL(entry, import.meta.url), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    })
    worker.on('message', ({ index, piece }: ToldPiece) => {
      this.told.set(index, piece)
      this.wake()
    })
    // What it took is lost then: this thread reads on alone.
    const fail = () => {
      this.hasFailed = true
      this.wake()
    }
    worker.on('error', fail)
    this.alive += 1
    worker.on('exit', (code) => {
      this.alive -= 1
      // However calmly: one that has done its work leaves none.
      if (code !== 0 || this.claims.hasMore()) fail()
      else this.wake()
    })
    return worker
  }

  private async mergeAll(): Promise<void> {
    const { merger, claims, cuts } = this
    let poor = 0
    for (let index = 0; index < cuts.count && poor < MOST_POOR_PIECES; index += 1) {
      const piece = await this.getPiece(index)
      if (piece === undefined || (piece !== null && !merger.merge(piece))) return
      if (piece !== null) poor = merger.wasPoor ? poor + 1 : 0
      claims.release(index + 1)
      this.onProgress(merger.offset)
    }
  }

  /** A piece that somebody proved; null where there is none, undefined when a thread failed. This thread proves others while it waits. */
  private async getPiece(index: number): Promise<ProvenPiece | null | undefined> {
    const { claims, told } = this
    while (!told.has(index)) {
      if (this.hasFailed) return undefined
      const next = claims.take()
      if (next < 0) {
        // Nobody is left who could tell of it.
        if (this.alive === 0) return undefined
        await this.waitForNews()
      } else {
        told.set(next, this.prove(next))
        await timers.setImmediate()
      }
    }
    const piece = told.get(index)
    told.delete(index)
    return piece
  }

  private waitForNews(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve
    })
  }

  private prove(index: number): ProvenPiece | null {
    const { read, cuts } = this
    if (this.prover === null) {
      this.prover = new PieceProver(this.options)
      this.prover.begin(read(0, cuts.findHead()))
    }
    const start = cuts.findStart(index)
    return start === null ? null : this.prover.prove(start, cuts.findEnd(index), read)
  }
}
