import { DatabaseUnavailableError } from './lost-connection.ts'

/** So long a look is waited for: a line that went dead without a word must not shut its key out for ever. */
const PATIENCE_MS = 15_000

/**
 * Looks one key up at a time. Whoever asks while a look runs shares the next one with all others who do: it begins after each of them asked, so nobody's answer is
 * older than the question, and five hundred calls with one token send a few statements instead of five hundred.
 */
export class SharedQuery {
  private readonly running = new Map<string, Promise<unknown>>()
  private readonly next = new Map<string, Promise<unknown>>()
  private readonly patienceMs: number

  constructor({ patienceMs = PATIENCE_MS } = {}) {
    this.patienceMs = patienceMs
  }

  /**
   * Of those who share a look, the `look` of the first is taken; they all fail as it does.
   *
   * @throws DatabaseAwayError where it takes too long.
   */
  ask<T>(key: string, look: () => Promise<T>): Promise<T> {
    const shared = this.next.get(key)
    if (shared !== undefined) return shared as Promise<T> // a key always stands for the same kind of look-up
    const running = this.running.get(key)
    if (running === undefined) return this.begin(key, look)
    const following = this.beginAfter(running, key, look)
    this.next.set(key, following)
    return following
  }

  private async beginAfter<T>(running: Promise<unknown>, key: string, look: () => Promise<T>): Promise<T> {
    // How that one ended is told to those who asked for it.
    await running.catch(() => {})
    this.next.delete(key)
    return this.begin(key, look)
  }

  private begin<T>(key: string, look: () => Promise<T>): Promise<T> {
    const begun = this.bound(look()).finally(() => this.running.delete(key))
    this.running.set(key, begun)
    // A caller that stopped waiting must not end the process; everyone who still waits gets the rejection.
    begun.catch(() => {})
    return begun
  }

  private bound<T>(look: Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => late.reject(new DatabaseUnavailableError(new Error('A look-up was not answered in time.'), false)),
      this.patienceMs,
    )
    return Promise.race([look, late.promise]).finally(() => clearTimeout(timer))
  }
}
