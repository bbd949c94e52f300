import type { FastifyInstance } from 'fastify'
import { newNotes } from '../../call/call-notes.ts'
import type { Deps } from '../../call/deps.ts'
import { countCall } from '../../call/rate.ts'
import { AppError } from '../../core/errors.ts'
import { contentDisposition } from '../../core/text/content-disposition.ts'
import { inspectionLinkErrors } from './inspection-link.facts.ts'
import { openLinkFile } from './inspection-link.service.ts'

/** Whether a URL belongs to the guests' page, whose path contains a token. */
const isGuestPath = (url: string): boolean => /^\/inspect(\/|$)/i.test(url)

/** Serves the file of a pack, or a document of a shipment, to anyone with its link. Responses are not cached or indexed. */
export async function mountGuestFile(app: FastifyInstance, deps: Deps): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    if (isGuestPath(request.url)) reply.header('x-robots-tag', 'noindex, nofollow, noarchive')
  })
  app.get<{ Params: { token: string }; Querystring: { document?: string } }>('/inspect/:token/file', async (request, reply) => {
    const now = deps.clock.now()
    countCall({ ...deps, session: null, request: { address: request.ip }, now })
    reply.header('cache-control', 'no-store')
    try {
      const file = await openLinkFile({ db: deps.db, now, notes: newNotes() }, request.params.token, Number(request.query.document))
      const bytes = await deps.storage.get(file.customerId, file.sha256)
      return await reply
        .header('content-type', file.contentType)
        .header('content-length', file.bytes)
        .header('content-disposition', contentDisposition(file.filename))
        .send(bytes)
    } catch (error) {
      if (!(error instanceof AppError) || error.key !== inspectionLinkErrors.link_over.key) throw error
      return reply.code(404).type('text/plain').send(inspectionLinkErrors.link_over.text)
    }
  })
}
