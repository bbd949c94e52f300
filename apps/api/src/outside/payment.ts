import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import {
  accountAnswer,
  accountCreated,
  accountPageAnswer,
  cancelAnswer,
  orderAnswer,
  type ProviderAccount,
  type ProviderOrder,
  type ProviderProduct,
  type ProviderSubscription,
  pricePage,
  sessionAnswer,
  subscriptionAnswer,
} from './payment-answers.ts'

export type { ProviderAccount, ProviderOrder, ProviderProduct, ProviderSubscription } from './payment-answers.ts'

/** Thrown if the provider did not answer or reported an internal failure, so that the outcome of the request is unknown. */
export class PaymentUnreachableError extends Error {
  override name = 'PaymentUnreachableError'
}

/** The provider understood and refused the request; a retry is pointless. */
export class PaymentRefusedError extends Error {
  override name = 'PaymentRefusedError'
}

export interface SessionItem {
  product: string
  quantity: number
  /** Discount on the first month, in percent. */
  discountPercent?: number
}

export interface NewAccount {
  contact: { first: string; last: string; email: string; company: string; phone?: string }
  /** Our own key for the account, by which we find the account if the provider's answer was lost. */
  key: string
}

/** The e-commerce provider that takes payments in its checkout. Every call may throw {@link PaymentUnreachableError}. */
export interface PaymentProvider {
  /** `undefined` if there is no such account. */
  readAccount(account: string): Promise<ProviderAccount | undefined>
  /** Creates the account, or finds the account that already has the key. Returns the account's id. */
  createAccount(account: NewAccount): Promise<string>
  /** The provider's page on which the buyer changes the card and pays overdue amounts; it is valid for a short time. */
  readAccountPage(account: string): Promise<string>
  /**
   * Reads the subscriptions with these ids. An account lists the ids of all subscriptions that it ever had. @throws PaymentUnreachableError if the
   * provider omits one of them.
   */
  readSubscriptions(ids: readonly string[]): Promise<ProviderSubscription[]>
  /** Reads orders, which are payments with their invoices; skips those that the provider does not return. */
  readOrders(ids: readonly string[]): Promise<ProviderOrder[]>
  readPrices(): Promise<ProviderProduct[]>
  /** `id` is null if the provider answered without one (BILL-024). */
  createSession(account: string, items: readonly SessionItem[]): Promise<{ id: string | null; expiresAt: Date | null }>
  /**
   * Ends a subscription at the end of the paid period, or at once without further charge. Succeeds if it has already ended.
   *
   * @throws PaymentRefusedError
   */
  cancel(subscription: string, when: 'periodEnd' | 'now'): Promise<void>
  /** Returns the URL of the provider's page on which the customer pays for this checkout session. */
  checkoutUrl(session: string): string
}

export interface PaymentOptions {
  /** Base URL of the provider's API, without a trailing slash. */
  url: string
  username: string
  password: string
  /** Base URL of the store's checkout pages, without a trailing slash. */
  storeUrl: string
  timeoutMs?: number
  /** Delays before each retry of a call that is safe to repeat. */
  retryMs?: readonly number[]
  /** After `failures` unanswered calls in a row, further calls fail at once for `openMs`, without contacting the provider. */
  circuit?: { failures: number; openMs: number }
  now?: () => number
}

const USER_AGENT = 'Seriatim/1.0'
/** Maximum number of ids per call. */
const BATCH = 50
/** Maximum number of pages to read of a list, in case the list never ends. */
const PAGES_MAX = 200

type Method = 'GET' | 'POST' | 'DELETE'
interface Answer {
  status: number
  body: unknown
}

/**
 * Implements the provider's HTTP contract: Basic auth, a user agent, 404s that may mean "slow down", errors in answers with status 200, and paging.
 */
export function createPaymentProvider(options: PaymentOptions): PaymentProvider {
  const { url, storeUrl, retryMs = [300, 1200, 3000] } = options
  const send = sender(options)

  /** Reads may be retried. The provider may answer 404 to say "slow down", so a 404 means "not found" only after the last retry. */
  async function read(path: string): Promise<Answer | undefined> {
    for (const wait of retryMs) {
      const answer = await send('GET', path).catch((error: unknown) => {
        if (error instanceof PaymentUnreachableError && !(error instanceof CircuitOpenError)) return undefined
        throw error
      })
      if (answer && !isSlowDown(answer)) return answer
      await sleep(wait)
    }
    const last = await send('GET', path)
    if (last.status === 404) return undefined
    if (last.status === 429) throw new PaymentUnreachableError('The payment provider is limiting our requests.')
    return last
  }

  async function need<T>(path: string, shape: z.ZodType<T>): Promise<T> {
    const answer = await read(path)
    if (!answer) throw new PaymentUnreachableError(`${path} is not there, or the payment provider is limiting our requests.`)
    return parse(answer, shape)
  }

  const byKey = async (key: string): Promise<string | undefined> => {
    const { accounts } = await need(`/accounts?custom=${encodeURIComponent(key)}`, z.object({ accounts: z.array(z.string()) }))
    return accounts[0]
  }

  return {
    async readAccount(account) {
      const answer = await read(`/accounts/${encodeURIComponent(account)}`)
      if (!answer) return undefined
      const read1 = parse(answer, accountAnswer)
      if ('error' in read1) return undefined
      return read1
    },
    async createAccount({ contact, key }) {
      const answer = await send('POST', '/accounts', { contact, language: 'en', country: 'US', lookup: { custom: key } })
      const made = answer.status < 300 ? accountCreated.safeParse(answer.body).data : undefined
      const id = made?.account ?? (await byKey(key))
      if (!id && isNoAnswer(answer)) throw new PaymentUnreachableError(pickSaid(answer))
      if (!id) throw new PaymentRefusedError(pickSaid(answer))
      return id
    },
    async readAccountPage(account) {
      return (await need(`/accounts/${encodeURIComponent(account)}/authenticate`, accountPageAnswer)).url
    },
    async readSubscriptions(ids) {
      const found: ProviderSubscription[] = []
      for (let at = 0; at < ids.length; at += BATCH) {
        const some = ids.slice(at, at + BATCH)
        const got = await need(`/subscriptions/${some.map(encodeURIComponent).join(',')}`, subscriptionAnswer)
        if (got.length !== some.length) throw new PaymentUnreachableError('The payment provider left out subscriptions that we asked for.')
        found.push(...got)
      }
      return found
    },
    async readOrders(ids) {
      if (!ids.length) return []
      return need(`/orders/${ids.slice(0, BATCH).map(encodeURIComponent).join(',')}`, orderAnswer)
    },
    async readPrices() {
      const products: ProviderProduct[] = []
      let page: number | null = 1
      for (let pages = 0; page !== null && pages < PAGES_MAX; pages += 1) {
        const got: z.output<typeof pricePage> = await need(`/products/price?country=US&currency=USD&page=${page}&limit=${BATCH}`, pricePage)
        products.push(...got.products)
        page = got.nextPage
      }
      return products
    },
    async createSession(account, items) {
      const answer = await send('POST', '/sessions', { account, items: items.map(asItem) })
      if (isNoAnswer(answer)) throw new PaymentUnreachableError(pickSaid(answer))
      if (answer.status >= 400) throw new PaymentRefusedError(pickSaid(answer))
      const { id, expires } = sessionAnswer.safeParse(answer.body).data ?? { id: null, expires: null }
      return { id, expiresAt: expires === null ? null : new Date(expires) }
    },
    async cancel(subscription, when) {
      const answer = await send('DELETE', `/subscriptions/${encodeURIComponent(subscription)}${when === 'now' ? '?billingPeriod=0' : ''}`)
      const [one] = cancelAnswer.safeParse(answer.body).data?.subscriptions ?? []
      if (one?.result === 'success') return
      if (isNoAnswer(answer)) throw new PaymentUnreachableError(pickSaid(answer))
      throw new PaymentRefusedError(pickSaid(answer))
    },
    checkoutUrl: (session) => `${storeUrl}/session/${encodeURIComponent(session)}`,
  }

  function parse<T>(answer: Answer, shape: z.ZodType<T>): T {
    const read1 = shape.safeParse(answer.body)
    if (read1.success) return read1.data
    if (answer.status >= 400) throw new PaymentRefusedError(pickSaid(answer))
    throw new PaymentUnreachableError(`${url} returned an unexpected response: ${z.prettifyError(read1.error).slice(0, 300)}`)
  }
}

const isSlowDown = ({ status }: Answer) => status === 404 || status === 429

/**
 * Whether the response leaves open if the request was processed: a 429, or a 404 without a message, which the provider also sends to slow us down.
 */
const isNoAnswer = (answer: Answer) => answer.status === 429 || (answer.status === 404 && collectTexts(answer).length === 0)

function asItem({ product, quantity, discountPercent }: SessionItem): object {
  if (discountPercent === undefined) return { product, quantity }
  const pricing = {
    quantityDiscounts: { '1': discountPercent },
    discountReason: { en: 'Unused paid days of Basic' },
    discountDuration: 1,
  }
  return { product, quantity, pricing }
}

/**
 * Extracts the provider's error text, which is in the answer or in one of its items: `{error: {subscription: "…"}}`. If there is none, returns a
 * sentence with the answer's status.
 */
const pickSaid = (answer: Answer): string =>
  collectTexts(answer).join(' ').slice(0, 300) || `The payment provider answered with status ${answer.status}.`

function collectTexts({ body }: Answer): string[] {
  const texts: string[] = []
  const walk = (value: unknown, isError: boolean): void => {
    if (typeof value === 'string' && isError) texts.push(value)
    else if (value !== null && typeof value === 'object')
      for (const [name, inner] of Object.entries(value)) walk(inner, isError || name === 'error')
  }
  walk(body, false)
  return texts
}

class CircuitOpenError extends PaymentUnreachableError {}

/** Returns a function that sends one HTTP call. A status of 500 or more, a timeout and a broken connection all count as unreachable. */
function sender({ url, username, password, timeoutMs = 10_000, circuit, now = Date.now }: PaymentOptions) {
  const { failures: most, openMs } = circuit ?? { failures: 6, openMs: 20_000 }
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  let failures = 0
  let openUntil = 0
  return async (method: Method, path: string, body?: object): Promise<Answer> => {
    // After the pause, a single call tests the provider. Until that call succeeds, or for another pause, all other calls fail at once.
    if (failures >= most) {
      if (now() < openUntil) throw new CircuitOpenError('The payment provider is not responding.')
      openUntil = now() + openMs
    }
    try {
      const answer = await fetch(url + path, {
        method,
        headers: {
          authorization,
          'user-agent': USER_AGENT,
          accept: 'application/json',
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      const text = await answer.text()
      if (answer.status >= 500) throw new Error(`The payment provider answered with status ${answer.status}.`)
      failures = 0
      return { status: answer.status, body: parseJson(text) }
    } catch (cause) {
      failures += 1
      if (failures === most) openUntil = now() + openMs
      throw new PaymentUnreachableError('The payment provider is not responding.', { cause })
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
