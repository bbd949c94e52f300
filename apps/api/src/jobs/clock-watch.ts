/** More than a clock is off because the process was held up. */
const JUMP_MS = 30_000

/** Notices that the machine's clock was set, by a clock that only runs. */
export class ClockWatch {
  private readonly read: () => { wall: number; steady: number }
  private last: { wall: number; steady: number }

  constructor(read = () => ({ wall: Date.now(), steady: performance.now() })) {
    this.read = read
    this.last = read()
  }

  /** Whether it was set since it was asked last. */
  hasJumped(): boolean {
    const now = this.read()
    const drift = now.wall - this.last.wall - (now.steady - this.last.steady)
    this.last = now
    return Math.abs(drift) > JUMP_MS
  }
}
