import { randomUUID } from 'node:crypto'
import {
  type Account,
  emptyState,
  keepState,
  nextCharge,
  type Order,
  type Product,
  readState,
  type Session,
  type State,
  type Subscription,
} from './state.ts'

const DAY = 86_400_000

export interface Event {
  id: string
  type: string
  created: number
  data: object
}

/** Initial state of a buyer. */
export interface Seed {
  account: Account
  subscriptions: { id: string; product: string; quantity: number }[]
}

type Begun = Pick<Subscription, 'account' | 'product' | 'quantity' | 'discountPercent' | 'discountPeriods'> & { id?: string }

export interface ShopOptions {
  products: readonly Product[]
  seeds: readonly Seed[]
  /** The file that stores the state between runs. If absent, nothing is saved. */
  file: string | undefined
  send(event: Event): void
  /** Whether a card is declined when a period is renewed. */
  isDeclined?: () => boolean
}

/** Number of days without a payment after which the provider ends a subscription. */
const OVERDUE_DAYS = 14

/** The provider's books: purchases and their current state. */
export class Shop {
  private readonly options: ShopOptions
  readonly state: State

  constructor(options: ShopOptions) {
    this.options = options
    this.state = readState(options.file) ?? emptyState()
    for (const { account, subscriptions } of options.seeds) {
      if (this.account(account.id)) continue
      this.state.accounts.push(account)
      for (const one of subscriptions) this.begin({ ...one, account: account.id, discountPercent: 0 })
    }
    this.keep()
  }

  get products(): readonly Product[] {
    return this.options.products
  }
  now(): number {
    return Date.now() + this.state.aheadMs
  }
  keep(): void {
    keepState(this.options.file, this.state)
  }
  product(code: string): Product | undefined {
    return this.products.find((one) => one.product === code)
  }
  account(id: string): Account | undefined {
    return this.state.accounts.find((one) => one.id === id)
  }
  subscription(id: string): Subscription | undefined {
    return this.state.subscriptions.find((one) => one.id === id)
  }
  listSubscriptions(account: string): Subscription[] {
    return this.state.subscriptions.filter((one) => one.account === account)
  }
  session(id: string): Session | undefined {
    return this.state.sessions.find((one) => one.id === id)
  }

  addAccount(values: Omit<Account, 'id'>): Account {
    const account = { ...values, id: `sim-${randomUUID()}` }
    this.state.accounts.push(account)
    this.keep()
    this.send('account.created', { id: account.id, account: account.id })
    return account
  }

  addSession(values: Pick<Session, 'account' | 'items'>): Session {
    const session = { ...values, id: randomUUID().replaceAll('-', ''), expires: this.now() + DAY, paidAt: null }
    this.state.sessions.push(session)
    this.keep()
    return session
  }

  /** Applies a paid checkout: records the order and begins a subscription for each renewing item. */
  pay(session: Session): void {
    session.paidAt = this.now()
    const paid = session.items.map(({ product, quantity, discountPercent }) => ({
      product,
      quantity,
      amount: Math.round((this.product(product)?.price ?? 0) * quantity * (100 - discountPercent)) / 100,
    }))
    const order = this.addOrder(session.account, session.paidAt, paid)
    const begun = session.items
      .filter(({ product }) => this.product(product)?.period !== 'once')
      .map((item) => this.charge(this.begin({ ...item, account: session.account })))
    this.keep()
    this.send('order.completed', {
      id: order,
      account: session.account,
      items: session.items.map(({ product, quantity }) => ({ product, quantity })),
    })
    for (const one of begun) this.send('subscription.activated', this.shown(one))
  }

  cancel(one: Subscription, when: 'periodEnd' | 'now'): void {
    const now = this.now()
    one.canceledDate ??= now
    one.changed = now
    if (when === 'now') this.deactivate(one, now)
    else {
      one.state = 'canceled'
      one.deactivationDate = one.nextChargeDate
      one.nextChargeDate = null
    }
    this.keep()
    // The provider sends no `subscription.canceled` for a subscription that ends immediately.
    this.send(when === 'now' ? 'subscription.deactivated' : 'subscription.canceled', this.shown(one))
  }

  /**
   * Advances the simulated clock by some days: ends the subscriptions whose cancellation takes effect, and charges the others for each period that
   * has begun, or declines the charge.
   */
  pass(days: number): void {
    this.state.aheadMs += days * DAY
    const now = this.now()
    for (const one of this.state.subscriptions) {
      if (!one.active) continue
      if (one.deactivationDate !== null && one.deactivationDate <= now) {
        this.deactivate(one, one.deactivationDate)
        this.send('subscription.deactivated', this.shown(one))
      }
      if (this.options.isDeclined?.()) this.decline(one)
      else this.renew(one)
    }
    this.keep()
  }

  /** The buyer pays overdue amounts on the account's page. */
  payOverdue(account: string): void {
    for (const one of this.listSubscriptions(account).filter(({ state }) => state === 'overdue')) this.renew(one)
    this.keep()
  }

  /** Charges every period that has begun and is not charged yet. */
  private renew(one: Subscription): void {
    const now = this.now()
    while (one.active && one.nextChargeDate !== null && one.nextChargeDate <= now) {
      this.addOrder(one.account, one.nextChargeDate, [{ product: one.product, quantity: one.quantity, amount: this.nextAmount(one) }])
      this.charge(one, one.nextChargeDate)
      one.nextChargeDate = nextCharge(one.nextChargeDate, this.makePeriod(one))
      one.changed = now
      one.state = 'active'
      this.send('subscription.charge.completed', { account: one.account, subscription: one.id })
    }
  }

  /**
   * Simulates a failed charge for a subscription whose charge is due: it becomes overdue, or ends if the charge has been due for `OVERDUE_DAYS` days.
   */
  private decline(one: Subscription): void {
    const now = this.now()
    if (one.nextChargeDate === null || one.nextChargeDate > now) return
    if (one.nextChargeDate + OVERDUE_DAYS * DAY <= now) {
      this.deactivate(one, now)
      this.send('subscription.deactivated', this.shown(one))
      return
    }
    one.state = 'overdue'
    one.changed = now
    this.send('subscription.charge.failed', { account: one.account, subscription: one.id })
  }

  /**
   * Converts a subscription to the provider's JSON. The provider repeats each time four times: twice in milliseconds, in seconds, and as a formatted
   * date.
   */
  shown(one: Subscription): object {
    const product = this.product(one.product)
    const subtotal = Math.round((product?.price ?? 0) * one.quantity * 100) / 100
    const next = one.nextChargeDate === null ? null : this.nextAmount(one)
    return {
      id: one.id,
      subscription: one.id,
      account: one.account,
      active: one.active,
      state: one.state,
      live: false,
      currency: 'USD',
      product: one.product,
      display: product?.title ?? one.product,
      quantity: one.quantity,
      autoRenew: one.state === 'active' || one.state === 'overdue',
      price: product?.price ?? 0,
      subtotal,
      subtotalDisplay: dollars(subtotal),
      intervalUnit: product?.period ?? 'month',
      intervalLength: 1,
      ...times('begin', one.begin),
      ...times('changed', one.changed),
      ...times('nextChargeDate', one.nextChargeDate),
      nextChargePreTax: next,
      nextChargePreTaxDisplay: next === null ? null : dollars(next),
      ...times('canceledDate', one.canceledDate),
      ...times('deactivationDate', one.deactivationDate),
    }
  }

  begin({ id, ...values }: Begun): Subscription {
    const now = this.now()
    const one: Subscription = {
      ...values,
      id: id ?? randomUUID(),
      state: 'active',
      active: true,
      begin: now,
      nextChargeDate: null,
      canceledDate: null,
      deactivationDate: null,
      changed: now,
    }
    one.nextChargeDate = nextCharge(now, this.makePeriod(one))
    this.state.subscriptions.push(one)
    return one
  }

  /**
   * Adds the order and the invoice for a payment.
   * @returns the order's id.
   */
  private addOrder(accountId: string, at: number, items: Order['items']): string {
    const id = randomUUID()
    const account = this.account(accountId)
    if (account) account.orders = [...(account.orders ?? []), id]
    const reference = `SIM-${String(this.state.orders.length + 1).padStart(5, '0')}`
    this.state.orders.push({ id, account: accountId, reference, at, items })
    return id
  }

  /** Records the charge for one period, and uses up one of the periods for which the discount applies. */
  private charge(one: Subscription, at = this.now()): Subscription {
    this.state.charges.push({ subscription: one.id, at, amount: this.nextAmount(one) })
    if (one.discountPeriods !== undefined) one.discountPeriods = Math.max(0, one.discountPeriods - 1)
    return one
  }

  private nextAmount({ product, quantity, discountPercent, discountPeriods }: Subscription): number {
    const percent = discountPeriods === 0 ? 0 : discountPercent
    return Math.round((this.product(product)?.price ?? 0) * quantity * (100 - percent)) / 100
  }

  private deactivate(one: Subscription, at: number): void {
    Object.assign(one, { state: 'deactivated', active: false, nextChargeDate: null, deactivationDate: at, changed: this.now() })
  }

  private makePeriod({ product }: Subscription): 'month' | 'year' {
    return this.product(product)?.period === 'year' ? 'year' : 'month'
  }

  private send(type: string, data: object): void {
    this.options.send({ id: randomUUID(), type, created: this.now(), data })
  }
}

export const dollars = (amount: number) => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount)

function times(name: string, at: number | null): object {
  const day = at === null ? null : new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeZone: 'UTC' }).format(at)
  return { [name]: at, [`${name}Value`]: at, [`${name}InSeconds`]: at === null ? null : Math.floor(at / 1000), [`${name}Display`]: day }
}
