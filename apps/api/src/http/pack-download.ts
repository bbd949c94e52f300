import { callTRPCProcedure } from '@trpc/server'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../call/deps.ts'
import { appRouter } from '../router.ts'
import { createContext } from './make-context.ts'
import { sendError } from './rest/adapter.ts'
import { sendStoredFile } from './rest/binary.ts'
import { collectRequestFacts } from './rest/facts.ts'
import { cookieToken } from './rest/token.ts'

/** Downloads by address: the procedure that asks for the right and audits, and its input. */
const DOWNLOADS = {
  '/api/packs/:packId/file': { path: 'inspection.downloadOne' },
  '/api/tracing/:requestId/answers/:answerId/file': { path: 'tracing.downloadOne' },
  '/api/tracing/:requestId/files/:fileId/file': { path: 'tracing.downloadOneFile' },
} as const

/**
 * Streams packs, and answers to tracing requests, to the browser, which saves them as they arrive: a pack of a year does not fit a page's memory.
 * They are links of a page, so they take the session's cookie and no token.
 */
export function mountPackDownload(app: FastifyInstance, deps: Deps): void {
  for (const [url, { path }] of Object.entries(DOWNLOADS))
    app.get<{ Params: Record<string, string> }>(url, async (request, reply) => {
      try {
        const ctx = await createContext(deps, {
          ...collectRequestFacts(request),
          token: cookieToken(request, deps.config),
          issueToken: () => undefined,
        })
        const input = Object.fromEntries(Object.entries(request.params).map(([name, value]) => [name, Number(value)]))
        const output = await callTRPCProcedure({
          router: appRouter,
          path,
          type: 'query',
          ctx,
          getRawInput: async () => input,
          signal: undefined,
          batchIndex: 0,
        })
        return await sendStoredFile(ctx, reply, output)
      } catch (error) {
        return sendError(reply, error)
      }
    })
}
