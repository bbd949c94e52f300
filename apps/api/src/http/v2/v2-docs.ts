import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../core/config.ts'
import { type ErrorKind, UNKNOWN_ERROR } from '../../core/errors.ts'
import { docsPage } from '../rest/docs.ts'
import { v2Document } from './v2-openapi.ts'

const GENERAL = [
  { key: 'input_wrong', status: 400, text: 'The input breaks a rule. `errors` has a JSON pointer and a sentence for each wrong field.' },
  { key: 'unknown', status: 500, text: UNKNOWN_ERROR },
]

/** Every kind of problem with which a call may be answered. Each problem's `type` links to its explanation here. */
const listProblems = (errors: readonly ErrorKind[]) =>
  [...GENERAL, ...errors.map(({ key, code, text }) => ({ key, status: getHTTPStatusCodeFromError(new TRPCError({ code })), text }))].sort(
    (a, b) => (a.key < b.key ? -1 : 1),
  )

/** Serves the description of `/api/v2` to programs and people. `errors`: the error kinds of every domain. */
export function mountV2Docs(app: FastifyInstance, config: Config, errors: readonly ErrorKind[]): void {
  const document = v2Document(config.brand)
  const problems = listProblems(errors)
  app.get('/api/v2/openapi.json', async () => document)
  app.get('/api/v2/docs', async (_request, reply) => reply.type('text/html').send(docsPage(document, reply.cspNonce.style, problems)))
}
