import { DatabaseUnavailableError } from './lost-connection.ts'

/** Time limit for one lookup, so that a connection that died silently doesn't block later lookups of the same key forever. */
const TIMEOUT_MS = 15_000

/**
 * Runs one lookup per key at a time. Calls that arrive during a lookup wait for it to end and then share a single new lookup, so no call gets an
 * answer from before it asked. This way, five hundred calls with one token send a few statements instead of five hundred.
 */
export class SharedQuery {
  private readonly running = new Map<string, Promise<unknown>>()
  private readonly next = new Map<string, Promise<unknown>>()
  private readonly timeoutMs: number

  constructor({ timeoutMs = TIMEOUT_MS } = {}) {
    this.timeoutMs = timeoutMs
  }

  /**
   * Runs a lookup, or joins one with the same key that has not begun yet. A lookup that is already running is not joined, because it may miss recent
   * changes; the next one begins after it. If a shared lookup fails, it fails for all of its callers.
   * @throws DatabaseUnavailableError when the lookup takes too long.
   */
  ask<T>(key: string, lookUp: () => Promise<T>): Promise<T> {
    const shared = this.next.get(key)
    if (shared !== undefined) return shared as Promise<T> // callers use one key for one kind of lookup only
    const running = this.running.get(key)
    if (running === undefined) return this.begin(key, lookUp)
    const following = this.beginAfter(running, key, lookUp)
    this.next.set(key, following)
    return following
  }

  private async beginAfter<T>(running: Promise<unknown>, key: string, lookUp: () => Promise<T>): Promise<T> {
    // If the running lookup fails, the callers that share it get the failure; this caller does not.
    await running.catch(() => {})
    this.next.delete(key)
    return this.begin(key, lookUp)
  }

  private begin<T>(key: string, lookUp: () => Promise<T>): Promise<T> {
    const begun = this.bound(lookUp()).finally(() => this.running.delete(key))
    this.running.set(key, begun)
    // Without this, a rejection would end the process if no caller waits any longer. Callers that still wait get the rejection.
    begun.catch(() => {})
    return begun
  }

  private bound<T>(lookup: Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new DatabaseUnavailableError(new Error('A lookup timed out.'), false)), this.timeoutMs)
    return Promise.race([lookup, late.promise]).finally(() => clearTimeout(timer))
  }
}
