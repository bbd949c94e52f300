import { STATUS_CODES } from 'node:http'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { FastifyReply } from 'fastify'
import { ZodError } from 'zod'
import { asTransportError, logFailure, publicMessage, readRetryAfter } from '../../call/failure.ts'
import { AppError } from '../../core/errors.ts'

export const PROBLEM_TYPE = 'application/problem+json'

/**
 * Whether a URL belongs to `/api/v2`. Errors of such a request are answered as problem documents (RFC 9457), whichever part of the server raises
 * them.
 */
export const isV2Path = (url: string): boolean => /^\/api\/v2(\/|\?|$)/i.test(url)

/** The URL at which the documentation explains a problem. */
const problemUri = (key: string): string => `/api/v2/docs#problem-${key}`

/** Makes a problem as defined by RFC 9457. `key` is also the last part of `type`, so that programs can compare it. */
export function makeProblem(status: number, key: string, detail: string, more: object = {}) {
  return { ...more, type: problemUri(key), title: STATUS_CODES[status] ?? 'Error', status, detail, key }
}

/**
 * Answers any failure as `application/problem+json`. Internal errors are logged under the id that the answer carries.
 *
 * @param nameType returns the problem's `type` for a status, for an interface that defines its own types.
 */
export function sendProblem(reply: FastifyReply, thrown: unknown, nameType?: (status: number) => string): FastifyReply {
  if (reply.sent) return reply
  const error = asTransportError(thrown)
  const status = getHTTPStatusCodeFromError(error)
  const retryAfter = readRetryAfter(error)
  logFailure(reply.request, error)
  if (retryAfter !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  const more = { ...(status >= 500 && { requestId: reply.request.id }), ...(nameType && { type: nameType(status) }) }
  return (
    reply
      .code(status)
      .header('content-type', PROBLEM_TYPE)
      // Sends bytes, because the server would add a charset to a text, and this media type defines no charset.
      .send(Buffer.from(JSON.stringify({ ...describe(reply, error.cause, status, publicMessage(error)), ...more })))
  )
}

function describe(reply: FastifyReply, cause: unknown, status: number, sentence: string) {
  if (cause instanceof ZodError && status < 500) {
    const errors = cause.issues
      .slice(0, 20)
      .map(({ path, message }) => ({ pointer: `/${path.map(pointerPart).join('/')}`, detail: message }))
    return makeProblem(status, 'input_wrong', sentence, { errors })
  }
  if (!(cause instanceof AppError)) return makeProblem(status, 'unknown', sentence)
  const limit = reply.request.routeOptions.bodyLimit
  if (isBodyTooLarge(cause) && limit !== undefined)
    return makeProblem(status, cause.key, `The body is larger than ${limit} bytes.`, { limitBytes: limit })
  return makeProblem(status, cause.key, sentence, cause.facts)
}

const isBodyTooLarge = ({ cause }: AppError): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'FST_ERR_CTP_BODY_TOO_LARGE'

/** Escapes a name for use as a part of a JSON pointer (RFC 6901). */
const pointerPart = (part: PropertyKey): string => String(part).replaceAll('~', '~0').replaceAll('/', '~1')
