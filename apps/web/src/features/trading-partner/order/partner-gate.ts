import { makeStore } from '../../../ui/state/store.ts'

/**
 * Whether packages of this order's partner may be received. `unread`: the server has not answered yet. `unchecked`: the server could not be asked.
 * `ask`: a person must first decide whether to receive the goods; `isUnasked` means that some were received over REST, which never asks. `free`:
 * nothing is left to decide; `wasHeld` means that the decision put the goods on hold.
 */
export type GateState = { kind: 'unread' | 'unchecked' } | { kind: 'ask'; isUnasked: boolean } | { kind: 'free'; wasHeld: boolean }

/**
 * Asks once per order before goods of an unauthorized partner are received. Actions wait until the server says whether to ask, and then until
 * somebody decides. If the standing can't be loaded, nothing is received and the page says so.
 */
export class PartnerGate {
  private readonly store = makeStore<{ isAsking: boolean }>({ isAsking: false })
  private standing: GateState = { kind: 'unread' }
  private waiting: (() => void)[] = []

  readonly use = () => this.store.use()
  readonly get = () => this.store.get()

  set(standing: GateState): void {
    const was = this.standing
    this.standing = standing
    if (was.kind === standing.kind) return
    if (standing.kind === 'unchecked') this.ask(true)
    else if (standing.kind === 'ask') this.ask(standing.isUnasked || this.waiting.length > 0)
    else if (standing.kind === 'free' && standing.wasHeld) this.drop()
    else if (standing.kind === 'free') this.go()
  }

  /**
   * Runs the action now, or as soon as the partner's standing is known. If the standing requires a question, the action also waits until somebody has
   * decided. While the question is open, a newer action replaces the waiting one.
   */
  pass(act: () => void): void {
    const { kind } = this.standing
    if (kind === 'free') {
      act()
      return
    }
    if (kind === 'ask') this.waiting = []
    this.waiting.push(act)
    if (kind !== 'unread') this.ask(true)
  }

  /**
   * Called if the server rejected a receipt because the partner's license expired while the page was open. Asks the user what to do, and runs `again`
   * if the user decides to receive anyway.
   */
  async refused(again: () => void, reread: () => Promise<GateState>): Promise<void> {
    this.waiting.push(again)
    const standing = await reread()
    if (standing.kind === 'ask') this.ask(true)
    else if (standing.kind !== 'free' || this.standing.kind === 'free') this.drop()
  }

  /**
   * Closes the question about the partner and discards the actions that waited for its answer. Called when the user cancels or puts the goods on
   * hold.
   */
  readonly drop = (): void => {
    this.waiting = []
    this.ask(false)
  }

  /**
   * Runs the waiting actions. Called when the user decides to receive the goods despite the partner's license, or when no such decision is needed.
   */
  readonly go = (): void => {
    const all = this.waiting
    this.drop()
    for (const act of all) act()
  }

  private ask(isAsking: boolean): void {
    if (this.get().isAsking !== isAsking) this.store.set({ isAsking })
  }
}
