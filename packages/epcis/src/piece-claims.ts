/** Which pieces are taken, for all threads: they take one after another, and not too far ahead of what is merged. */
export class PieceClaims {
  private readonly state: Int32Array<SharedArrayBuffer>
  private readonly pieces: number
  private readonly ahead: number

  /** @param shared what {@link makeClaims} made. */
  constructor(shared: SharedArrayBuffer, pieces: number, ahead: number) {
    this.state = new Int32Array(shared)
    this.pieces = pieces
    this.ahead = ahead
  }

  /** Takes the next piece; -1 when there is none, or none now. */
  take(): number {
    const { state } = this
    for (;;) {
      const next = Atomics.load(state, NEXT)
      if (next >= this.pieces || next >= Atomics.load(state, MERGED) + this.ahead) return -1
      if (Atomics.compareExchange(state, NEXT, next, next + 1) === next) return next
    }
  }

  /** The same for who may wait; -1 when there is none. */
  takeInTime(): number {
    const { state } = this
    for (;;) {
      const merged = Atomics.load(state, MERGED)
      const piece = this.take()
      if (piece >= 0) return piece
      if (Atomics.load(state, NEXT) >= this.pieces) return -1
      Atomics.wait(state, MERGED, merged)
    }
  }

  /** Pieces are left that nobody took. */
  hasMore(): boolean {
    return Atomics.load(this.state, NEXT) < this.pieces
  }

  /** So many pieces are merged. */
  release(merged: number): void {
    Atomics.store(this.state, MERGED, merged)
    Atomics.notify(this.state, MERGED)
  }

  /** Nobody takes any more. */
  close(): void {
    Atomics.store(this.state, NEXT, this.pieces)
    this.release(this.pieces)
  }
}

const NEXT = 0
const MERGED = 1

export function makeClaims(): SharedArrayBuffer {
  return new SharedArrayBuffer(8)
}
