import type { Calls } from './calls.ts'
import { ConnectionError, type Problem, ProblemError } from './problem.ts'

type CallName = keyof Calls
/** Names of the GET calls that return a list in pages. */
type ListName = {
  [Name in CallName]: Answer<Name> extends { items: unknown[] } ? (Name extends `GET ${string}` ? Name : never) : never
}[CallName]

export type Answer<Name extends CallName> = Calls[Name]['answer']
/** One item of a list. */
export type Item<Name extends ListName> = Answer<Name> extends { items: (infer One)[] } ? One : never

/** Input of a call: its path parameters, query parameters and request body. */
export type Input<Name extends CallName> = Omit<Calls[Name], 'answer'>

interface CallOptions {
  signal?: AbortSignal
  /**
   * Key that makes it safe to repeat a call; at most 255 characters. By default each POST gets a new key, which the client reuses when it retries
   * that POST. Pass a key if you may have to repeat the call after a restart.
   */
  idempotencyKey?: string
}

/** Arguments after a call's name: its input, which may be omitted if no field is required, and the options. */
type Rest<Name extends CallName> =
  Record<string, never> extends Input<Name>
    ? [input?: Input<Name>, options?: CallOptions]
    : { [Field in keyof Input<Name>]: Record<string, never> extends Input<Name>[Field] ? true : false }[keyof Input<Name>] extends true
      ? [input?: Partial<Input<Name>>, options?: CallOptions]
      : [input: Input<Name>, options?: CallOptions]

export interface DeliveryOptions extends CallOptions {
  /** The file name that the pharmacy sees. */
  filename?: string
  /** Type of the file itself, for example `application/xml`, `application/ld+json` or `application/zip`; by default `application/octet-stream`. */
  contentType?: string
  /** Whether the bytes are compressed with gzip; the server unpacks them. */
  isGzipped?: boolean
}

export interface ClientOptions {
  /** URL of the installation, for example `https://seriatim.example`. */
  baseUrl: string
  /** A personal access token, or a delivery token, which can only deliver files. */
  token: string
  /** Number of retries after a lost connection, a timeout, or a status of 429, 502, 503 or 504; by default 2. */
  retries?: number
  /** Timeout of one attempt, in milliseconds; by default 30,000. */
  timeoutMs?: number
  /** By default the global `fetch`. */
  fetch?: typeof globalThis.fetch
}

export interface Client {
  /** Sends one call. @throws ProblemError if the server refuses it. @throws ConnectionError if no answer arrives. */
  call<Name extends CallName>(name: Name, ...rest: Rest<Name>): Promise<Answer<Name>>
  /**
   * Yields the items of a list one by one, and requests the next page after the last item of a page.
   * @throws the same errors as `call`.
   */
  list<Name extends ListName>(name: Name, ...rest: Rest<Name>): AsyncGenerator<Item<Name>>
  /**
   * Delivers a file. The call returns once the server has stored the file. Delivering the same bytes again returns the first delivery.
   * @throws as `call`.
   */
  deliver(file: Blob | Uint8Array | string, options?: DeliveryOptions): Promise<Answer<'POST /intake'>>
  /** Polls every two seconds until a delivery has a result. @throws as `call`, and the signal's reason if it is aborted. */
  waitForDelivery(id: number, options?: { signal?: AbortSignal; pollMs?: number }): Promise<Answer<'GET /intake/{deliveryId}'>>
}

interface Request {
  method: string
  url: URL
  headers: Headers
  body: BodyInit | null
  signal: AbortSignal | undefined
}

const RETRIED: readonly number[] = [429, 502, 503, 504]
const LONGEST_PAUSE_MS = 60_000

export function createClient({ baseUrl, token, retries = 2, timeoutMs = 30_000, fetch = globalThis.fetch }: ClientOptions): Client {
  const base = new URL('api/v2', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`)

  function toRequest(name: CallName, input: Partial<Fields>, { signal, idempotencyKey }: CallOptions): Request {
    const [method = '', path = ''] = name.split(' ')
    const fields: Record<string, unknown> = input.path ?? {}
    const url = new URL(base.href + path.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(fields[field]))))
    for (const [field, value] of Object.entries(input.query ?? {}))
      for (const one of [value].flat()) if (one !== undefined && one !== null) url.searchParams.append(field, String(one))
    const headers = new Headers({ accept: 'application/json, application/octet-stream' })
    if (method === 'POST') headers.set('idempotency-key', idempotencyKey ?? crypto.randomUUID())
    if (input.body !== undefined) headers.set('content-type', 'application/json')
    return { method, url, headers, body: input.body === undefined ? null : JSON.stringify(input.body), signal }
  }

  async function tryOnce({ method, url, headers, body, signal }: Request): Promise<Response> {
    headers.set('authorization', `Bearer ${token}`)
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      // Rejects redirects, because following one could send the token to another server.
      return await fetch(url, { method, headers, body, redirect: 'error', signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    } catch (cause) {
      signal?.throwIfAborted()
      throw new ConnectionError(`${method} ${url.pathname} got no answer.`, { cause })
    }
  }

  async function send(request: Request): Promise<Response> {
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries
      const response = await tryOnce(request).catch((error: unknown) => {
        if (isLast || !(error instanceof ConnectionError)) throw error
        return undefined
      })
      if (response?.ok) return response
      if (response && (isLast || !mayRepeat(response))) throw await toProblem(response)
      await pause(pauseBefore(attempt, response?.headers.get('retry-after')), request.signal)
    }
  }

  async function deliver(file: Blob | Uint8Array | string, options: DeliveryOptions = {}): Promise<Answer<'POST /intake'>> {
    const request = toRequest('POST /intake', {}, options)
    request.body = typeof file === 'string' || file instanceof Blob ? file : new Blob([Uint8Array.from(file)])
    request.headers.set('content-type', options.contentType ?? 'application/octet-stream')
    if (options.isGzipped) request.headers.set('content-encoding', 'gzip')
    if (options.filename) request.headers.set('content-disposition', `attachment; filename*=UTF-8''${encodeRfc5987(options.filename)}`)
    return readJson(await send(request))
  }

  const client: Client = {
    async call(name, ...[input = {}, options = {}]) {
      return readAnswer(await send(toRequest(name, input, options)))
    },
    async *list(name, ...[input = {}, options = {}]) {
      const request = toRequest(name, input, options)
      for (let next: URL | undefined = request.url; next; ) {
        const response: Response = await send({ ...request, url: next })
        yield* (await readJson<{ items: Item<typeof name>[] }>(response)).items
        next = findNext(response.headers.get('link'), next)
      }
    },
    deliver,
    async waitForDelivery(deliveryId, { signal, pollMs = 2000 } = {}) {
      for (;;) {
        const delivery = await client.call('GET /intake/{deliveryId}', { path: { deliveryId } }, signal ? { signal } : {})
        if (delivery.status !== 'processing') return delivery
        await pause(pollMs, signal)
      }
    },
  }
  return client
}

/**
 * Whether the client retries a call after this response. A 409 is retried only with `Retry-After`, which means that an earlier call with the same
 * idempotency key is still running.
 */
const mayRepeat = ({ status, headers }: Response): boolean => RETRIED.includes(status) || (status === 409 && headers.has('retry-after'))

interface Fields {
  path: Record<string, unknown>
  query: Record<string, unknown>
  body: unknown
}

/** A file is returned as a Blob, everything else as JSON. */
const readAnswer = async <T>(response: Response): Promise<T> =>
  response.headers.get('content-type')?.startsWith('application/json') ? readJson(response) : ((await response.blob()) as T) // T is Blob for calls that return a file

const readJson = async <T>(response: Response): Promise<T> => (await response.json()) as T // the server checks each answer against the shape of the call

/** The URL of the next page; undefined if there is none, or if it is on another server, because the request for it carries the token. */
function findNext(link: string | null, current: URL): URL | undefined {
  const [, target] = /<([^<>]*)>\s*;[^,<]*\brel="?next"?/.exec(link ?? '') ?? []
  const next = target === undefined ? undefined : new URL(target, current)
  return next?.origin === current.origin ? next : undefined
}

async function toProblem(response: Response): Promise<ProblemError> {
  const text = await response.text()
  const problem = readProblem(text) ?? {
    type: 'about:blank',
    title: response.statusText || 'Error',
    status: response.status,
    detail: text.slice(0, 500),
    key: '',
  }
  return new ProblemError(problem)
}

function readProblem(text: string): Problem | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'detail' in value && 'key' in value ? (value as Problem) : undefined // only a Problem has both fields
  } catch {
    return undefined
  }
}

/**
 * Pause before the next attempt: the server's `Retry-After`, or, without that header, half a second, doubled with each retry, with jitter so that
 * many clients do not retry at once. At most `LONGEST_PAUSE_MS`.
 */
function pauseBefore(attempt: number, retryAfter: string | null | undefined): number {
  const asked = retryAfter ? Number(retryAfter) * 1000 : Number.NaN
  return Math.min(LONGEST_PAUSE_MS, Number.isFinite(asked) ? asked : 500 * 2 ** attempt * (0.5 + Math.random()))
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', onAbort, { once: true })
  })

const encodeRfc5987 = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
