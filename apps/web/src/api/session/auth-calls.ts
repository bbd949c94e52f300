import { createTRPCClient, TRPCClientError } from '@trpc/client'
import type { AppRouter } from '../app-router.ts'
import { makeLinks } from '../links.ts'
import { requestLine, UNKNOWN_SIGN_IN_ERROR } from '../messages.ts'

/** Sign-in calls without React Query; signed-out pages load this module on demand, after their first render. */
export const { auth, inspectionLink, invitation, settings } = createTRPCClient<AppRouter>({ links: makeLinks() })

/** The server's sentence if the error has a key, as all of our errors do; otherwise undefined. */
export function readAuthSentence(error: unknown): string | undefined {
  return error instanceof TRPCClientError && typeof error.data?.key === 'string' ? error.message : undefined
}

/**
 * Returns the server's sentence about a failed sign-in. For an error without one, returns a general sentence, with the request id on a separate line.
 */
export function writeSignInError(error: unknown): string {
  const request = error instanceof TRPCClientError ? requestLine(error.data?.requestId) : undefined
  return readAuthSentence(error) ?? [UNKNOWN_SIGN_IN_ERROR, request].filter(Boolean).join('\n')
}

/** The server skipped the check because of too many concurrent sign-ins; the input wasn't wrong. */
export function isSignInBusy(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data?.key === 'sign_in_busy'
}

/** Statuses that a proxy returns for a server that doesn't respond. */
const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504])

/** Whether a call failed without any answer from our server, for example because the network is down or a proxy answered in its place. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof TRPCClientError) || error.data || error.cause?.name === 'AbortError') return false
  const status = (error.meta?.response as Response | undefined)?.status // tRPC's HTTP link stores the response here
  return status === undefined || GATEWAY.has(status)
}

/** Whether the server was too busy or unavailable, so that the same call can be retried later. The server has not decided anything yet. */
export function isRetryLater(error: unknown): boolean {
  const status: unknown = error instanceof TRPCClientError ? error.data?.httpStatus : undefined
  return status === 429 || status === 503
}

export function isUnauthenticated(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data?.httpStatus === 401
}
