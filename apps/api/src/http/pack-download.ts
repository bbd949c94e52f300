import type { FastifyInstance } from 'fastify'
import type { Deps } from '../call/deps.ts'
import { createContext } from './make-context.ts'
import { sendError } from './rest/adapter.ts'
import { sendStoredFile } from './rest/binary.ts'
import { collectRequestFacts } from './rest/facts.ts'
import { cookieToken } from './rest/token.ts'
import { runProcedure } from './run-procedure.ts'

/**
 * Streams a pack to the browser, which saves it as it arrives: a pack of a year does not fit a page's memory. The procedure asks for the right and
 * audits the download. It is a page's link, so it takes the session's cookie and no token.
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
      const output = await runProcedure(ctx, 'inspection.downloadOne', input)
      return await sendStoredFile(ctx, reply, output)
    } catch (error) {
      return sendError(reply, error)
    }
  })
}
