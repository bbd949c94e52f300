import { callTRPCProcedure } from '@trpc/server'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../call/deps.ts'
import { appRouter } from '../router.ts'
import { createContext } from './make-context.ts'
import { sendError } from './rest/adapter.ts'
import { sendStoredFile } from './rest/binary.ts'
import { collectRequestFacts } from './rest/facts.ts'
import { cookieToken } from './rest/token.ts'

/**
 * Streams a pack to the browser, which saves it as it arrives, because a year's pack does not fit into a page's memory. The procedure checks the
 * right and audits the download. The URL is a link on a page, so it accepts the session's cookie but no token.
 */
export function mountPackDownload(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { packId: string } }>('/api/packs/:packId/file', async (request, reply) => {
    try {
      const ctx = await createContext(deps, {
        ...collectRequestFacts(request),
        token: cookieToken(request, deps.config),
        issueToken: () => undefined,
      })
      const input = { packId: Number(request.params.packId) }
      const output = await callTRPCProcedure({
        router: appRouter,
        path: 'inspection.downloadOne',
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
