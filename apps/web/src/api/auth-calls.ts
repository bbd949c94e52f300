import { createTRPCClient, TRPCClientError } from '@trpc/client'
import { makeLinks } from './links.ts'
import type { AppRouter } from './trpc.ts'

/** The sign-in calls without react-query: signed-out pages load this when it is needed, not before they are drawn. */
export const { auth, settings } = createTRPCClient<AppRouter>({ links: makeLinks() })

/** The server's own sentence, if the failure carries one of ours. */
export function ownSentence(error: unknown): string | undefined {
  return error instanceof TRPCClientError && typeof error.data?.key === 'string' ? error.message : undefined
}

export function isUnauthenticated(error: unknown): boolean {
  return error instanceof TRPCClientError && error.data?.httpStatus === 401
}
