import { createTRPCClient, TRPCClientError } from '@trpc/client'
import type { AppRouter } from '../app-router.ts'
import { makeLinks } from '../links.ts'
import { requestLine, UNKNOWN_SIGN_IN_ERROR } from '../messages.ts'

/** The sign-in calls without react-query: signed-out pages load this when it is needed, not before they are drawn. */
export const { auth, invitation, settings } = createTRPCClient<AppRouter>({ links: makeLinks() })

/** The server's own sentence, if the failure carries one of ours. */
export function findServerSentence(error: unknown): string | undefined {
  return error instanceof TRPCClientError && typeof error.data?.key === 'string' ? error.message : undefined
}

/** The server's own sentence, or that of an unknown error with its request on a line of its own. */
export function writeSignInError(error: unknown): string {
  const request = error instanceof TRPCClientError ? requestLine(error.data?.requestId) : undefined
  return findServerSentence(error) ?? [UNKNOWN_SIGN_IN_ERROR, request].filter(Boolean).join('\n')
}

/** The server did not look at it because too many sign in at once: nothing was wrong with what was typed. */
export function isSignInBusy(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data?.key === 'sign_in_busy'
}

/** What a proxy says in the place of a server that does not answer. */
const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504])

/** No server answered: neither a result nor a sentence of ours. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof TRPCClientError) || error.data || error.cause?.name === 'AbortError') return false
  const status = (error.meta?.response as Response | undefined)?.status // what the link noted of the answer
  return status === undefined || GATEWAY.has(status)
}

/** A server that asks to come again later has decided nothing yet. */
export function isRetryLater(error: unknown): boolean {
  const status: unknown = error instanceof TRPCClientError ? error.data?.httpStatus : undefined
  return status === 429 || status === 503
}

export function isUnauthenticated(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data?.httpStatus === 401
}
