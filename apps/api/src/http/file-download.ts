import type { FastifyInstance } from 'fastify'
import type { Deps } from '../call/deps.ts'
import { createContext } from './make-context.ts'
import { sendError } from './rest/adapter.ts'
import { sendStoredFile } from './rest/binary.ts'
import { collectRequestFacts } from './rest/facts.ts'
import { cookieToken } from './rest/token.ts'
import type { ProcedurePath } from './rest/types.ts'
import { runProcedure } from './run-procedure.ts'

/** Download URLs and their procedures. The variable parts of a URL are the procedure's input. */
const DOWNLOADS = {
  '/api/packs/:packId/file': 'inspection.downloadOne',
  '/api/deliveries/:deliveryId/file': 'intake.downloadOne',
  '/api/tracing/:requestId/answers/:answerId/file': 'tracing.downloadOne',
  '/api/shipments/:shipmentId/documents/:documentId/file': 'shipment.downloadOne',
  '/api/tracing/:requestId/files/:fileId/file': 'tracing.downloadOneFile',
} as const satisfies Record<string, ProcedurePath>

/**
 * Streams a file to the browser, which saves it as it arrives: a pack that covers a year would not fit in the page's memory. The procedure checks the
 * right and audits the download. The URL is a link on a page, so the route accepts the session's cookie and no token.
 */
export function mountFileDownloads(app: FastifyInstance, deps: Deps): void {
  for (const [url, procedure] of Object.entries(DOWNLOADS))
    app.get<{ Params: Record<string, string> }>(url, async (request, reply) => {
      try {
        const ctx = await createContext(deps, {
          ...collectRequestFacts(request),
          token: cookieToken(request, deps.config),
          issueToken: () => undefined,
        })
        const input = Object.fromEntries(Object.entries(request.params).map(([name, value]) => [name, Number(value)]))
        return await sendStoredFile(ctx, reply, await runProcedure(ctx, procedure, input))
      } catch (error) {
        return sendError(reply, error)
      }
    })
}
