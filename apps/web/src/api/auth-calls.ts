import { createTRPCClient, TRPCClientError } from '@trpc/client'
import { makeLinks } from './links.ts'
import { requestLine, UNKNOWN_SIGN_IN_ERROR } from './messages.ts'
import type { AppRouter } from './trpc.ts'

/** The sign-in calls without react-query: signed-out pages load this when it is needed, not before they are drawn. */
export const { auth, settings } = createTRPCClient<AppRouter>({ links: makeLinks() })

/** The server's own sentence, if the failure carries one of ours. */
export function ownSentence(error: unknown): string | undefined {
  return error instanceof TRPCClientError && typeof error.data?.key === 'string' ? error.message : undefined
}

/** The server's own sentence, or that of an unknown error with its request on a line of its own. */
export function sentenceAtSignIn(error: unknown): string {
  const request = error instanceof TRPCClientError ? requestLine(error.data?.requestId) : undefined
  return ownSentence(error) ?? [UNKNOWN_SIGN_IN_ERROR, request].filter(Boolean).join('\n')
}

/** The server did not look at it because too many sign in at once: nothing was wrong with what was typed. */
export function isBusy(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data?.key === 'sign_in_busy'
}

/** No server answered: neither a result nor a refusal. */
export function isSilence(error: unknown): boolean {
  return error instanceof TRPCClientError && !error.data && !error.meta?.response && error.cause?.name !== 'AbortError'
}

export function isUnauthenticated(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data?.httpStatus === 401
}
