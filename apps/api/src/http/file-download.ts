import type { FastifyInstance } from 'fastify'
import type { Deps } from '../call/deps.ts'
import { createContext } from './make-context.ts'
import { sendError } from './rest/adapter.ts'
import { sendStoredFile } from './rest/binary.ts'
import { collectRequestFacts } from './rest/facts.ts'
import { cookieToken } from './rest/token.ts'
import type { ProcedurePath } from './rest/types.ts'
import { runProcedure } from './run-procedure.ts'

interface Download {
  url: string
  procedure: ProcedurePath
  /** Field of the procedure's input that is the id in the address. */
  field: string
}

const DOWNLOADS: readonly Download[] = [
  { url: '/api/packs/:id/file', procedure: 'inspection.downloadOne', field: 'packId' },
  { url: '/api/deliveries/:id/file', procedure: 'intake.downloadOne', field: 'deliveryId' },
]

/**
 * Streams a file to the browser, which saves it as it arrives: a pack of a year does not fit a page's memory. The procedure asks for the right and
 * audits the download. It is a page's link, so it takes the session's cookie and no token.
 */
export function mountFileDownloads(app: FastifyInstance, deps: Deps): void {
  for (const { url, procedure, field } of DOWNLOADS)
    app.get<{ Params: { id: string } }>(url, async (request, reply) => {
      try {
        const ctx = await createContext(deps, {
          ...collectRequestFacts(request),
          token: cookieToken(request, deps.config),
          issueToken: () => undefined,
        })
        return await sendStoredFile(ctx, reply, await runProcedure(ctx, procedure, { [field]: Number(request.params.id) }))
      } catch (error) {
        return sendError(reply, error)
      }
    })
}
