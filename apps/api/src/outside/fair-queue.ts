/** Thrown if too much work is waiting, for this owner or in total. */
export class QueueFullError extends Error {}

interface Limits {
  /** Maximum number of tasks running at once. */
  atOnce: number
  /** Maximum number of tasks of one owner running at once. It keeps slots free for other owners. */
  atOnceOfOne: number
  /** Maximum number of waiting tasks of one owner. */
  waitingOfOne: number
  /** Maximum number of waiting tasks in total. */
  waiting: number
}

/**
 * Runs tasks of many owners, a few at a time, round-robin. Once a second owner queues tasks, an owner with a hundred waiting tasks gets only every
 * second slot.
 */
export class FairQueue {
  private readonly limits: Limits
  /** Waiting work by owner, in round-robin order; owners without waiting work are removed. */
  private readonly waiting = new Map<number, (() => void)[]>()
  private running = 0
  private readonly runningOf = new Map<number, number>()
  private waits = 0

  constructor(limits: Limits) {
    this.limits = limits
  }

  /** True if no task is waiting and at most one is running. */
  get isLast(): boolean {
    return this.waits === 0 && this.running <= 1
  }

  /** Runs the work once a slot is free for its owner. @throws QueueFullError immediately if too much work is waiting. */
  async run<T>(owner: number, work: () => Promise<T>): Promise<T> {
    await this.waitForSlot(owner)
    try {
      return await work()
    } finally {
      this.running -= 1
      this.runningOf.set(owner, this.countOf(owner) - 1)
      if (this.countOf(owner) <= 0) this.runningOf.delete(owner)
      this.next()
    }
  }

  private countOf(owner: number): number {
    return this.runningOf.get(owner) ?? 0
  }

  private begin(owner: number): void {
    this.running += 1
    this.runningOf.set(owner, this.countOf(owner) + 1)
  }

  private waitForSlot(owner: number): Promise<void> | undefined {
    const isFree = this.running < this.limits.atOnce && this.countOf(owner) < this.limits.atOnceOfOne
    if (isFree) {
      this.begin(owner)
      return undefined
    }
    const line = this.waiting.get(owner) ?? []
    if (line.length >= this.limits.waitingOfOne || this.waits >= this.limits.waiting)
      throw new QueueFullError('Too many requests are waiting.')
    this.waits += 1
    this.waiting.set(owner, line)
    return new Promise((resolve) => line.push(resolve))
  }

  private next(): void {
    if (this.running >= this.limits.atOnce) return
    const first = [...this.waiting].find(([one]) => this.countOf(one) < this.limits.atOnceOfOne)
    if (!first) return
    const [owner, line] = first
    const begin = line.shift()
    this.waiting.delete(owner)
    if (line.length) this.waiting.set(owner, line)
    this.waits -= 1
    this.begin(owner)
    begin?.()
  }
}
