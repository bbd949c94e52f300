import { DatabaseUnavailableError } from './lost-connection.ts'

interface Limits {
  /** Maximum number of connections in use at the same time. */
  atOnce: number
  /** Maximum number of connections for one owner. */
  ofOne: number
  /** Maximum time to wait for a connection. */
  waitMs: number
}

/**
 * Returns the maximum number of connections for one owner (customer): a quarter of the pool, but at least four, or the whole pool if it is smaller.
 * Without a limit, calls of one customer that wait for each other's locks could take all connections.
 */
export function pickShare(connections: number): number {
  return Math.max(Math.min(connections, 4), Math.ceil(connections / 4))
}

/**
 * Decides which waiting owner gets the next database connection. Owners take turns, and none gets more than its share. So a customer with five
 * hundred concurrent calls delays another customer's call by at most one of them.
 */
export class FairShare {
  private readonly limits: Limits
  /** Waiting calls by owner, in round-robin order. An owner is in the map only while one of its calls waits. */
  private readonly waiting = new Map<number, Set<() => void>>()
  private readonly taken = new Map<number, number>()
  private running = 0

  constructor(limits: Limits) {
    this.limits = limits
  }

  /**
   * Resolves when the owner may use a connection.
   * @throws DatabaseUnavailableError when that takes too long.
   */
  async take(owner: number): Promise<void> {
    if (!this.waiting.has(owner) && this.isFree(owner)) return this.begin(owner)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const line = this.waiting.get(owner) ?? new Set()
    this.waiting.set(owner, line.add(resolve))
    const timer = setTimeout(() => {
      this.leave(owner, resolve)
      reject(new DatabaseUnavailableError(new Error('No connection became free in time.'), true))
    }, this.limits.waitMs)
    await promise.finally(() => clearTimeout(timer))
  }

  give(owner: number): void {
    this.running -= 1
    const left = (this.taken.get(owner) ?? 1) - 1
    if (left) this.taken.set(owner, left)
    else this.taken.delete(owner)
    this.next()
  }

  private isFree(owner: number): boolean {
    return this.running < this.limits.atOnce && (this.taken.get(owner) ?? 0) < this.limits.ofOne
  }

  private begin(owner: number): void {
    this.running += 1
    this.taken.set(owner, (this.taken.get(owner) ?? 0) + 1)
  }

  private next(): void {
    for (const [owner, line] of this.waiting) {
      if (!this.isFree(owner)) continue
      const [first] = line
      if (!first) continue
      this.leave(owner, first)
      const rest = this.waiting.get(owner)
      // Puts the owner that gets this slot behind all other owners.
      if (rest && this.waiting.delete(owner)) this.waiting.set(owner, rest)
      this.begin(owner)
      first()
      return
    }
  }

  private leave(owner: number, who: () => void): void {
    const line = this.waiting.get(owner)
    line?.delete(who)
    if (line?.size === 0) this.waiting.delete(owner)
  }
}
