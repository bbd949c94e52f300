import { dollars, type Shop } from './shop.ts'
import type { Session, Switches } from './state.ts'

export interface Call {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
  /** Base URL of the simulator. */
  url: string
}
export interface Reply {
  status: number
  body: object
}

const error = (status: number, body: object): Reply => ({ status, body: { result: 'error', ...body } })

type Fields = Record<string, unknown>
const collectFields = (value: unknown): Fields => (value !== null && typeof value === 'object' ? (value as Fields) : {})
const toText = (value: unknown) => (typeof value === 'string' ? value : '')

export function answerPayment(shop: Shop, switches: Switches, { method, path, query, body, url }: Call): Reply {
  const [, noun = '', ids = '', verb = ''] = path.split('/').map(decodeURIComponent)
  const call = `${method} /${noun}${ids ? '/:id' : ''}${verb ? `/${verb}` : ''}`
  switch (call) {
    case 'POST /accounts':
      return createAccount(shop, collectFields(body))
    case 'GET /accounts':
      return findAccounts(shop, query)
    case 'GET /accounts/:id':
      return readAccount(shop, ids)
    case 'GET /accounts/:id/authenticate':
      return authenticate(shop, ids, url)
    case 'POST /sessions':
      return createSession(shop, switches, collectFields(body))
    case 'GET /subscriptions/:id':
      return readSubscriptions(shop, ids.split(','))
    case 'DELETE /subscriptions/:id':
      return cancel(shop, ids, query.get('billingPeriod') === '0')
    case 'GET /orders/:id':
      return readOrders(shop, ids.split(','), url)
    case 'GET /products/:id':
      return ids === 'price' ? readPrices(shop, switches, query) : error(404, {})
    default:
      return error(404, { error: { call: 'not found' } })
  }
}

function createAccount(shop: Shop, { contact, lookup }: Fields): Reply {
  const { first, last, email, company, phone } = collectFields(contact)
  const key = toText(collectFields(lookup).custom) || null
  const fail = (problem: object) => error(400, { action: 'account.create', error: problem })
  if (!toText(first) || !toText(last) || !/^\S+@\S+$/.test(toText(email))) return fail({ contact: 'first, last and email are required' })
  if (key && shop.state.accounts.some((one) => one.key === key)) return fail({ lookup: 'custom is already in use' })
  const made = shop.addAccount({
    key,
    contact: { first: toText(first), last: toText(last), email: toText(email), company: toText(company), phone: toText(phone) || null },
    address: null,
  })
  return { status: 200, body: { id: made.id, account: made.id, action: 'account.create', result: 'success' } }
}

function findAccounts({ state }: Shop, query: URLSearchParams): Reply {
  const found = state.accounts.filter(({ key, contact }) =>
    query.has('custom') ? key === query.get('custom') : contact.email === query.get('email'),
  )
  return { status: 200, body: { action: 'account.get', result: 'success', accounts: found.map(({ id }) => id) } }
}

function readAccount(shop: Shop, id: string): Reply {
  const found = shop.account(id)
  if (!found) return error(404, { action: 'account.get', account: id, error: { account: 'account not found' } })
  const { contact, address, key } = found
  return {
    status: 200,
    body: {
      id,
      account: id,
      action: 'account.get',
      result: 'success',
      contact,
      // The postal code is sent as a number where possible, as the provider does.
      address: address && {
        ...address,
        postalCode: /^[1-9]\d*$/.test(address.postalCode) ? Number(address.postalCode) : address.postalCode,
      },
      language: 'en',
      country: 'US',
      lookup: { custom: key },
      subscriptions: shop.listSubscriptions(id).map((one) => one.id),
      orders: found.orders ?? [],
      charges: [],
    },
  }
}

/** Answers with one order as an object, but with several orders as an array, like the real payment provider. */
function readOrders(shop: Shop, ids: readonly string[], url: string): Reply {
  const orders = ids.map((id) => {
    const found = shop.state.orders.find((one) => one.id === id)
    if (!found) return { order: id, action: 'order.get', result: 'error', error: { order: 'order not found' } }
    const total = found.items.reduce((sum, { amount }) => sum + amount, 0)
    return {
      order: id,
      id,
      action: 'order.get',
      result: 'success',
      completed: true,
      reference: found.reference,
      account: found.account,
      currency: 'USD',
      changed: found.at,
      total,
      totalDisplay: dollars(total),
      invoiceUrl: `${url}/invoice/${encodeURIComponent(id)}`,
      items: found.items.map(({ product, quantity, amount }) => ({
        product,
        quantity,
        display: shop.product(product)?.title ?? product,
        subtotal: amount,
      })),
    }
  })
  return { status: 200, body: orders.length === 1 ? { ...orders[0] } : { orders } }
}

/** Answers with the URL of the account's page at the provider, on which the buyer changes the card. */
function authenticate(shop: Shop, id: string, url: string): Reply {
  const action = 'account.authenticate'
  if (!shop.account(id)) return error(404, { action, account: id, error: { account: 'account not found' } })
  const found = { action, account: id, result: 'success', url: `${url}/account/${encodeURIComponent(id)}` }
  return { status: 200, body: { accounts: [found] } }
}

function createSession(shop: Shop, switches: Switches, { account, items }: Fields): Reply {
  if (!shop.account(toText(account))) return error(400, { action: 'session.create', error: { account: 'account not found' } })
  const read: Session['items'] = []
  for (const item of Array.isArray(items) ? items : []) {
    const { product, quantity = 1, pricing } = collectFields(item)
    const code = toText(product)
    if (!shop.product(code)) return error(400, { error: { product: `${code} not found` } })
    if (read.some((one) => one.product === code)) return error(400, { error: { product: 'Item exists.' } })
    if (!Number.isInteger(quantity) || Number(quantity) < 1) return error(400, { error: { quantity: 'must be 1 or more' } })
    const percent = Number(collectFields(collectFields(pricing).quantityDiscounts)['1'] ?? 0)
    if (!(percent >= 0 && percent <= 100)) return error(400, { error: { pricing: 'a discount lies between 0 and 100' } })
    const periods = collectFields(pricing).discountDuration
    if (periods !== undefined && !(Number.isInteger(periods) && Number(periods) >= 1))
      return error(400, { error: { pricing: 'discountDuration must be 1 or more' } })
    const duration = periods === undefined ? {} : { discountPeriods: Number(periods) }
    read.push({ product: code, quantity: Number(quantity), discountPercent: percent, ...duration })
  }
  if (!read.length) return error(400, { error: { items: 'required' } })
  const session = shop.addSession({ account: toText(account), items: read })
  return {
    status: 200,
    body: {
      id: switches.sessionWithoutId ? null : session.id,
      currency: 'USD',
      expires: session.expires,
      order: null,
      account,
      subtotal: readTotal(shop, session),
      items: read.map(({ product, quantity }) => ({ product, quantity })),
    },
  }
}

/** Amount due today, before tax. */
export function readTotal(shop: Shop, { items }: Session): number {
  const toCents = ({ product, quantity, discountPercent }: Session['items'][number]) =>
    Math.round(((shop.product(product)?.price ?? 0) * quantity * 100 * (100 - discountPercent)) / 100)
  return items.reduce((sum, item) => sum + toCents(item), 0) / 100
}

function readSubscriptions(shop: Shop, ids: string[]): Reply {
  const found = ids.flatMap((id) => shop.subscription(id) ?? []).map((one) => shop.shown(one))
  const [first] = found
  if (!first) return error(404, { error: { subscription: 'not found' } })
  return { status: 200, body: ids.length === 1 ? first : { subscriptions: found } }
}

function cancel(shop: Shop, id: string, isNow: boolean): Reply {
  const one = shop.subscription(id)
  const said = (result: 'success' | 'error', problem?: string): object => ({
    subscriptions: [{ subscription: id, action: 'subscription.cancel', result, ...(problem ? { error: { subscription: problem } } : {}) }],
  })
  if (!one) return { status: 400, body: said('error', 'Subscription not found.') }
  // Canceling twice succeeds; only a subscription that has ended is refused.
  if (!one.active) return { status: 400, body: said('error', 'Subscription is not active.') }
  if (one.state !== 'canceled' || isNow) shop.cancel(one, isNow ? 'now' : 'periodEnd')
  return { status: 200, body: said('success') }
}

function readPrices(shop: Shop, { withoutPrice }: Switches, query: URLSearchParams): Reply {
  const page = Number(query.get('page') ?? 1)
  const limit = Math.min(50, Number(query.get('limit') ?? 50))
  const shown = shop.products.slice((page - 1) * limit, page * limit)
  const products = shown.map(({ product, price }) => ({
    action: 'product.price.getall',
    result: 'success',
    product,
    pricing: withoutPrice.includes(product) ? {} : { US: { currency: 'USD', price, display: dollars(price), quantityDiscount: {} } },
  }))
  return { status: 200, body: { page, limit, nextPage: page * limit < shop.products.length ? page + 1 : null, products } }
}
