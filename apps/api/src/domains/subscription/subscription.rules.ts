import { dollars, type Subscription, statusOf } from '@seriatim/schema'

/** A subscription as the database keeps it. */
export interface Kept {
  product: string
  display: string
  state: string
  isActive: boolean
  isAutoRenew: boolean
  quantity: number
  currency: string
  subtotalCents: number
  begunAt: Date | null
  nextChargeAt: Date | null
  nextChargeCents: number | null
  canceledAt: Date | null
  endsAt: Date | null
  changedAt: Date | null
}

const DAY = new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: '2-digit', timeZone: 'UTC' })
const dayShown = (at: Date | null) => (at ? DAY.format(at) : null)

/** As screens and REST show it; days are the provider's, in UTC. */
export function asShown({ id, ...row }: Kept & { id: number }): Subscription {
  return {
    id,
    product: row.product,
    state: row.state,
    status: statusOf(row.state),
    active: row.isActive,
    autoRenew: row.isAutoRenew,
    quantity: row.quantity,
    display: row.display,
    beginDisplay: dayShown(row.begunAt),
    nextChargeDate: row.nextChargeAt?.toISOString() ?? null,
    nextChargeDateDisplay: dayShown(row.nextChargeAt),
    nextChargePreTaxDisplay: row.nextChargeCents === null ? null : dollars(row.nextChargeCents),
    canceledDateDisplay: dayShown(row.canceledAt),
    endsDateDisplay: dayShown(row.endsAt),
    subtotal: row.subtotalCents / 100,
    subtotalDisplay: dollars(row.subtotalCents),
  }
}

/** What the trail tells of a change. */
const TOLD = ['product', 'quantity', 'state', 'isActive', 'isAutoRenew', 'subtotalCents', 'nextChargeAt', 'endsAt'] as const

const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : value)

/** The told fields that differ, before and after; `undefined` when none does. */
export function changeOf(before: Kept, after: Kept): { before: Record<string, unknown>; after: Record<string, unknown> } | undefined {
  const changed = TOLD.filter((name) => plain(before[name]) !== plain(after[name]))
  if (!changed.length) return undefined
  const pick = (kept: Kept) => Object.fromEntries(changed.map((name) => [name, plain(kept[name])]))
  return { before: pick(before), after: pick(after) }
}

/** Whether what was read is older than what is kept: messages and answers overtake each other. */
export const isOlder = (read: Pick<Kept, 'changedAt'>, kept: Pick<Kept, 'changedAt'>) =>
  read.changedAt !== null && kept.changedAt !== null && read.changedAt < kept.changedAt
