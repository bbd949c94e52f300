import { makeStore } from '../../../ui/state/store.ts'

/**
 * Whether goods of this order's partner may be taken in. `unread`: the server has not said; `unchecked`: it could not be asked; `ask`: somebody has to
 * answer for them first, `isUnasked` where goods came in already without anybody being asked (over REST); `free`: nothing is in the way, or it was answered for, `wasHeld` where they went on hold.
 */
export type Standing = { kind: 'unread' | 'unchecked' } | { kind: 'ask'; isUnasked: boolean } | { kind: 'free'; wasHeld: boolean }

/**
 * The stop before goods of a partner that is not authorized, once for each order: what is begun waits until the server has said whether to ask, and
 * then until somebody has said what becomes of them. Where it cannot be read nothing is received, and the page says so.
 */
export class PartnerGate {
  private readonly store = makeStore<{ isAsking: boolean }>({ isAsking: false })
  private standing: Standing = { kind: 'unread' }
  private waiting: (() => void)[] = []

  readonly use = () => this.store.use()
  readonly get = () => this.store.get()

  set(standing: Standing): void {
    const was = this.standing
    this.standing = standing
    if (was.kind === standing.kind) return
    if (standing.kind === 'unchecked') this.ask(true)
    else if (standing.kind === 'ask') this.ask(standing.isUnasked || this.waiting.length > 0)
    else if (standing.kind === 'free' && standing.wasHeld) this.drop()
    else if (standing.kind === 'free') this.go()
  }

  /** Does it now, or once it is known and decided. What comes while the question stands takes the place of what came before. */
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

  /** The server did not receive it, because a license ended while the page was open: done again once somebody has answered. */
  async refused(again: () => void, reread: () => Promise<Standing>): Promise<void> {
    this.waiting.push(again)
    const standing = await reread()
    if (standing.kind === 'ask') this.ask(true)
    else if (standing.kind !== 'free' || this.standing.kind === 'free') this.drop()
  }

  /** Nobody answered, or the goods went on hold: nothing of what waits is received. */
  readonly drop = (): void => {
    this.waiting = []
    this.ask(false)
  }

  /** They are received all the same. */
  readonly go = (): void => {
    const all = this.waiting
    this.drop()
    for (const act of all) act()
  }

  private ask(isAsking: boolean): void {
    if (this.get().isAsking !== isAsking) this.store.set({ isAsking })
  }
}
