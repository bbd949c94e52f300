import { type CartTotals, computeAllowance, dollars, findPlan } from '@seriatim/schema'
import type { Overview } from './cart/shop.ts'

type Subscription = Overview['subscriptions'][number]

export const writePlanName = ({ display, quantity }: Subscription) => `${display} × ${quantity}`

/**
 * Whether a displayed day ("MM/DD/YY", in UTC) is past. This happens when an overdue subscription is canceled, because its paid period has ended
 * already.
 */
const isPastDay = (display: string | null) =>
  display !== null && display.replace(/^(..)\/(..)\/(..)$/, '20$3-$1-$2') < new Date().toISOString().slice(0, 10)

/** Says how long a canceled subscription is usable. */
export const writeUsable = (until: string | null) =>
  isPastDay(until)
    ? 'The paid period is over, so the subscription ends soon.'
    : `You can use it until ${until ?? 'the end of the paid period'}.`

/** Words for a subscription's state: its name, its color (`meaning`) and a detail such as the renewal or the end date (`more`). */
export function stateWords(one: Subscription): { word: string; meaning: 'done' | 'attention' | undefined; more: string } {
  const { state, status, active, endsDateDisplay, canceledDateDisplay } = one
  if (status === 'canceled' && active) {
    const more = isPastDay(endsDateDisplay) ? 'The paid period is over' : `Usable until ${endsDateDisplay ?? 'the end of the paid period'}`
    return { word: 'Canceled', meaning: 'attention', more }
  }
  if (!active) return { word: 'Canceled', meaning: undefined, more: `Ended ${endsDateDisplay ?? canceledDateDisplay ?? ''}`.trim() }
  if (state === 'overdue')
    return { word: 'Active', meaning: 'attention', more: 'The last charge failed. Update your card with the payment provider.' }
  if (state === 'trial') return { word: 'Active', meaning: 'done', more: 'Trial' }
  return { word: 'Active', meaning: 'done', more: one.autoRenew ? 'Renews automatically' : 'Ends with the paid period' }
}

/** Charges on each upcoming day, the earliest first. */
export function nextCharges(subscriptions: readonly Subscription[]): { day: string; what: string; amount: string }[] {
  const days = new Map<string, Subscription[]>()
  const coming = subscriptions.filter((one) => one.active && one.nextChargeDate !== null)
  for (const one of coming.toSorted((a, b) => (a.nextChargeDate ?? '').localeCompare(b.nextChargeDate ?? ''))) {
    const day = one.nextChargeDateDisplay ?? ''
    days.set(day, [...(days.get(day) ?? []), one])
  }
  return [...days].map(([day, some]) => ({
    day,
    what: some.map(writePlanName).join(', '),
    amount: dollars(some.reduce((sum, one) => sum + Math.round((one.nextChargePreTax ?? one.subtotal) * 100), 0)),
  }))
}

/** The cost of twelve months before tax, for renewing subscriptions plus the items in the cart. */
export function yearCents(plans: Overview['plans'], subscriptions: readonly Subscription[], cart?: CartTotals): number {
  const renewing = subscriptions.filter((one) => one.active && one.status === 'active' && one.autoRenew)
  const had = renewing.reduce((sum, { product, subtotal }) => {
    const times = findPlan(plans, product)?.period === 'year' ? 1 : 12
    return sum + Math.round(subtotal * 100) * times
  }, 0)
  return had + (cart ? cart.monthCents * 12 + cart.yearCents + cart.onceCents : 0)
}

const LIMITS = { locations: 'locations', users: 'users', storageGb: 'GB of storage' } as const

/** Sentences about what is lost when this subscription ends; empty if nothing is. */
export function listLosses({ plans, subscriptions, locations, users, storageGb }: Overview, gone: Subscription): string[] {
  const counted = (list: readonly Subscription[]) =>
    computeAllowance(
      plans,
      list.map(({ product, quantity, active }) => ({ product, quantity, isActive: active })),
    )
  const before = counted(subscriptions)
  // Counts what the customer keeps: neither this subscription nor one that is already canceled.
  const after = counted(subscriptions.filter((one) => one.id !== gone.id && one.status !== 'canceled'))
  const recalls = before.hasRecalls && !after.hasRecalls ? ['You will no longer get recall alerts.'] : []
  if (before.isActive && !after.isActive)
    return [
      'This is the only plan you have left. 30 days after it ends, you can no longer upload files, enter packages or invite users. You can still read everything you have.',
      ...recalls,
    ]
  const used = { locations: locations.used, users: users.used, storageGb: storageGb.used }
  const lost = (['locations', 'users', 'storageGb'] as const).flatMap((name) => {
    const [was, is] = [before[name], after[name]]
    if (was === is || is === 'unlimited') return []
    const over = used[name] > is ? ' You keep what you have, but cannot add more until you use less or buy another plan.' : ''
    return [`From ${was} to ${is} ${LIMITS[name]}.${over}`]
  })
  return [...lost, ...recalls]
}
