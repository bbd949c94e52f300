import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { toast } from '../ui/toast/toast.ts'
import { requestLine, UNKNOWN_ERROR } from './messages.ts'
import { endUnauthenticated } from './session/session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `done`: text of the green toast. `touches`: routers whose queries become stale. `quiet`: the screen shows the error itself. */
    mutationMeta: { done?: string; touches?: readonly string[]; quiet?: boolean }
    /**
     * Queries are quiet by default, because their screen shows the failure. `loud`: for queries whose failure no screen shows, such as saving a file.
     */
    queryMeta: { loud?: boolean }
  }
}

/** For the user's own profile: read once and never refetched automatically. */
export const cachedForever = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY } as const

interface OurData {
  key?: string
  facts?: Record<string, unknown>
  httpStatus?: number
  requestId?: string | null
}

function readData(error: unknown): OurData {
  return error instanceof TRPCClientError ? ((error.data ?? {}) as OurData) : {} // the server's error formatter adds these fields; they are missing if no server answered
}

/**
 * The server's sentence if the error has a catalog key; otherwise the sentence for an unknown error, never a validation dump or an internal message.
 */
export function writeSentence(error: unknown): string {
  return error instanceof Error && readData(error).key ? error.message : UNKNOWN_ERROR
}

/**
 * The server's sentence if the server refused the call; undefined if the server failed or did not answer, because the screen has its own words for
 * that.
 */
export function findServerSentence(error: unknown): string | undefined {
  return readErrorKey(error) ? writeSentence(error) : undefined
}

/** Line below an unknown error that identifies it in the server's log; undefined if the sentence explains the error or no server answered. */
export function writeRequestLine(error: unknown): string | undefined {
  const { key, requestId } = readData(error)
  return key ? undefined : requestLine(requestId)
}

/** Shows a failure as a toast: the server's sentence, or the unknown error with its request id. */
function showFailure(error: unknown, kind: 'stop' | 'attention' = 'stop'): void {
  const detail = writeRequestLine(error)
  toast[kind](writeSentence(error), detail ? { detail } : {})
}

/** Catalog key of an error, for screens that show it in place. */
export function readErrorKey(error: unknown): string | undefined {
  return readData(error).key
}

/** Machine-readable details of an error, such as the invalid field. */
export function readErrorFacts(error: unknown): Record<string, unknown> {
  return readData(error).facts ?? {}
}

/** Converts an error for a form: the sentence, and the field if the server names one. */
export function toRefusal(error: unknown): { sentence: string; field: string | undefined } {
  const { field } = readErrorFacts(error)
  return { sentence: writeSentence(error), field: typeof field === 'string' ? field : undefined }
}

function show(error: unknown, quiet: boolean): void {
  if (readData(error).httpStatus === 401) endUnauthenticated()
  else if (!quiet) showFailure(error)
}

/** Queries that failed because of the network, 429 or 5xx are retried up to three times, but not while the device is offline. A refusal is final. */
export function mayRetry(failures: number, error: unknown): boolean {
  const status = readData(error).httpStatus
  if (status === undefined && globalThis.navigator?.onLine === false) return false
  return failures < 3 && (status === undefined || status === 429 || status >= 500)
}

/** Maximum number of retries while an order is locked. At one retry per second they outlast any lock on an order. */
const MOST_TRIES = 30
const isHeld = (error: unknown) => readData(error).key === 'order_busy'

/** Retries a mutation only if the server did nothing because the order was locked, so that the user need not repeat the action. */
export const mayRepeat = (failures: number, error: unknown): boolean => isHeld(error) && failures < MOST_TRIES

export function retryDelay(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, 30_000)
}

export function makeQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      // `always` lets a call fail at once when offline, so that the page can report it instead of waiting silently.
      queries: { gcTime: 5 * 60_000, networkMode: 'always', retry: mayRetry, retryDelay, refetchOnWindowFocus: false },
      mutations: { networkMode: 'always', retry: mayRepeat, retryDelay: 1000 },
    },
    queryCache: new QueryCache({ onError: (error, query) => show(error, !query.meta?.loud) }),
    mutationCache: new MutationCache({
      onError: (error, _input, _result, mutation) => show(error, mutation.meta?.quiet === true),
      onSuccess: async (_data, _input, _result, mutation) => {
        if (mutation.meta?.done) toast.done(mutation.meta.done)
        await Promise.all((mutation.meta?.touches ?? []).map((router) => client.invalidateQueries({ queryKey: [[router]] })))
      },
    }),
  })
  client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'failed' || event.action.failureCount > 1 || !isHeld(event.action.error)) return
    toast.info('Somebody else is receiving or changing this order right now.', {
      seconds: 10,
      detail: 'Your change will be saved automatically when they are done.',
    })
  })
  return client
}
