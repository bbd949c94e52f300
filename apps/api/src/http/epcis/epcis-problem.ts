import type { FastifyReply } from 'fastify'
import type { Config } from '../../core/config.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import { makeProblem, PROBLEM_TYPE, sendProblem } from '../v2/problem.ts'
import { captureLimits, setVersions } from './epcis-headers.ts'

/**
 * Whether a URL belongs to GS1's EPCIS interface. Every error under this path must have the form that GS1 defines, even if the server raises it
 * before the call begins.
 */
export const isEpcisPath = (url: string): boolean => /^\/epcis(\/|\?|$)/i.test(url)

const isCapturePath = (url: string): boolean => /^\/epcis\/capture(\/|\?|$)/i.test(url)

/** Problem types in GS1's OpenAPI document that depend on the status alone. */
const TYPES: Readonly<Record<number, string>> = {
  401: 'SecurityException',
  403: 'SecurityException',
  404: 'NoSuchResourceException',
  406: 'NotAcceptableException',
  409: 'ResourceAlreadyExistsException',
  414: 'URITooLongException',
  415: 'UnsupportedMediaTypeException',
}

/** Problem types of those statuses that GS1 names differently for capture (here) and for queries (`QUERY_TYPES`). */
const CAPTURE_TYPES: Readonly<Record<number, string>> = { 400: 'ValidationException', 413: 'CaptureLimitExceededException' }
const QUERY_TYPES: Readonly<Record<number, string>> = { 400: 'QueryParameterException', 413: 'QueryTooLargeException' }

/** The `type` of a problem; `about:blank` if GS1 defines none (RFC 9457). */
function epcisType(status: number, isCapture: boolean): string {
  if (status >= 500) return 'epcisException:ImplementationException'
  const name = TYPES[status] ?? (isCapture ? CAPTURE_TYPES : QUERY_TYPES)[status]
  return name === undefined ? 'about:blank' : `epcisException:${name}`
}

/** Answers a failed call to GS1's interface with an error response (problem document) whose type GS1 defines. */
export function sendEpcisProblem(reply: FastifyReply, thrown: unknown, config: Config): FastifyReply {
  if (reply.sent) return reply
  const isCapture = isCapturePath(reply.request.url)
  setVersions(reply)
  if (isCapture) reply.headers(captureLimits(config))
  // Handled separately: `sendProblem` derives the status from a tRPC code, and no tRPC code stands for 406.
  if (thrown instanceof AppError && thrown.key === coreErrors.not_acceptable.key) return sendNotAcceptable(reply, thrown)
  return sendProblem(reply, thrown, (status) => epcisType(status, isCapture))
}

function sendNotAcceptable(reply: FastifyReply, { key, message }: AppError): FastifyReply {
  const problem = { ...makeProblem(406, key, message), type: epcisType(406, false) }
  return reply
    .code(406)
    .header('content-type', PROBLEM_TYPE)
    .send(Buffer.from(JSON.stringify(problem)))
}
