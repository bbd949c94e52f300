import { z } from 'zod'

/** This module reads those parts of the payment provider's answers that we use. An answer is accepted both bare and wrapped in a list of one. */

const text = z.string().max(500)
/** A postal code may come as a number. */
const textOrNumber = z
  .union([text, z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : String(value)))
const optional = text.nullish().transform((value) => value || null)
/** Milliseconds since the epoch. */
const instant = z
  .number()
  .nullish()
  .transform((value) => (value ? new Date(value) : null))
/** Converts an amount with two decimals to whole cents. */
const cents = z.number().transform((value) => Math.round(value * 100))

const orderId = z.union([text, z.object({ id: text }).transform(({ id }) => id), z.object({ order: text }).transform(({ order }) => order)])

const account = z.object({
  id: text,
  contact: z.object({ first: optional, last: optional, email: optional, company: optional, phone: optional }).prefault({}),
  address: z
    .object({ addressLine1: optional, addressLine2: optional, city: optional, region: optional, postalCode: textOrNumber })
    .nullish()
    .transform((value) => value ?? null),
  /** The orders are ids or objects that contain an id; unreadable entries are skipped. */
  orders: z
    .array(z.unknown())
    .catch([])
    .transform((list) => list.flatMap((one) => orderId.safeParse(one).data ?? [])),
  // Required: treating a missing list as empty would end every subscription.
  subscriptions: z.array(text),
})
export type ProviderAccount = z.output<typeof account>
const failure = z.object({ result: z.literal('error'), error: z.unknown() })
const matchOne = <T extends z.ZodType>(name: string, shape: T) =>
  z.preprocess((value) => {
    // this line has just checked that `value` is an object
    const list = value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[name] : undefined
    return Array.isArray(list) && list.length === 1 ? list[0] : value
  }, shape)
export const accountAnswer = matchOne('accounts', z.union([failure, account]))
export const accountCreated = matchOne('accounts', z.object({ result: z.literal('success'), account: text }))

const order = z
  .object({
    id: text,
    reference: optional,
    changed: instant,
    total: cents,
    invoiceUrl: z
      .url({ protocol: /^https?$/ })
      .nullish()
      .catch(null),
    items: z.array(z.object({ product: text, display: optional, quantity: z.int().nonnegative(), subtotal: cents })).catch([]),
  })
  .transform(({ invoiceUrl, changed, total, items, ...rest }) => ({
    ...rest,
    at: changed,
    totalCents: total,
    invoiceUrl: invoiceUrl ?? null,
    items: items.map(({ display, product, quantity, subtotal }) => ({ product, display: display ?? product, quantity, cents: subtotal })),
  }))
export type ProviderOrder = z.output<typeof order>
/** Several orders in a list, or a single bare order; an order that cannot be read is skipped. */
export const orderAnswer = z
  .union([z.object({ orders: z.array(z.unknown()) }).transform(({ orders }) => orders), z.unknown().transform((one) => [one])])
  .transform((list) => list.flatMap((one) => order.safeParse(one).data ?? []))

/** The answer with the URL of the page on which the buyer manages the account. */
export const accountPageAnswer = matchOne('accounts', z.object({ result: z.literal('success'), url: z.url({ protocol: /^https?$/ }) }))

const subscription = z
  .object({
    id: text,
    product: text,
    display: text.nullish(),
    state: text,
    active: z.boolean(),
    autoRenew: z.boolean(),
    quantity: z.int().nonnegative(),
    currency: text.default('USD'),
    subtotal: cents,
    begin: instant,
    nextChargeDate: instant,
    nextChargePreTax: cents.nullish().transform((value) => value ?? null),
    canceledDate: instant,
    deactivationDate: instant,
    changed: instant,
  })
  .transform(({ display, ...one }) => ({ ...one, display: display ?? one.product }))
export type ProviderSubscription = z.output<typeof subscription>
export const subscriptionAnswer = z.preprocess((value) => {
  const list = value !== null && typeof value === 'object' ? (value as Record<string, unknown>).subscriptions : undefined // the condition on this line ensures that it is an object
  return Array.isArray(list) ? list : [value]
}, z.array(subscription))

const price = z.object({ currency: text, price: z.number().nonnegative(), display: text })
const product = z.object({ product: text, pricing: z.record(text, price).default({}) })
export type ProviderProduct = z.output<typeof product>
export const pricePage = z.object({
  products: z.array(product),
  nextPage: z
    .int()
    .nullish()
    .transform((value) => value ?? null),
})

export const sessionAnswer = z.object({
  id: text
    .min(1)
    .nullish()
    .transform((value) => value ?? null),
  expires: z
    .number()
    .nullish()
    .transform((value) => value ?? null),
})
export const cancelAnswer = z.object({ subscriptions: z.array(z.object({ result: text })) })
