import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import { coreErrors } from '../core/core.facts.ts'
import { AppError, type ErrorKind, UNKNOWN_ERROR } from '../core/errors.ts'
import { logFault } from '../core/log.ts'
import { isNoResult } from '../core/no-result.ts'
import { StorageUnavailableError } from '../core/unavailable.ts'
import { findDatabaseError } from '../db/constraints.ts'

/**
 * Finds the catalog error for a thrown value: an AppError itself, or the error for a missing row, unavailable storage, a violated constraint or a
 * refused value. Undefined for any other value.
 */
function findFailure(thrown: unknown): AppError | undefined {
  if (thrown instanceof AppError) return thrown
  const kind = isNoResult(thrown) ? coreErrors.not_found : (findStorageError(thrown) ?? findDatabaseError(thrown))
  return kind && new AppError(kind, { cause: thrown })
}

function findStorageError(thrown: unknown): ErrorKind | undefined {
  if (!(thrown instanceof StorageUnavailableError)) return undefined
  if (thrown.isRefused) return coreErrors.storage_refused
  return thrown.isFull ? coreErrors.disk_full : coreErrors.storage_away
}

function transportError(failure: AppError): TRPCError {
  return new TRPCError({ code: failure.code, message: failure.message, cause: failure })
}

/**
 * Turns any thrown value into the one kind of error that both adapters can send. An unexpected fault stays an internal error with its cause. Refusals
 * by the HTTP server or tRPC get our own message, because theirs reveal internals.
 */
export function asTransportError(thrown: unknown): TRPCError {
  const cause = thrown instanceof TRPCError ? (thrown.cause ?? thrown) : thrown
  const failure = findFailure(cause)
  if (failure) return transportError(failure)
  if (thrown instanceof TRPCError) return isInternal(thrown) || cause instanceof ZodError ? thrown : refusal(thrown.code, thrown)
  const code = (thrown as { code?: unknown } | null)?.code // Fastify's own errors have a `code`
  const status = (thrown as { statusCode?: unknown } | null)?.statusCode // Fastify's own errors have a `statusCode`
  if (code === 'FST_REQ_FILE_TOO_LARGE') return transportError(new AppError(coreErrors.upload_too_large, { cause: thrown }))
  if (typeof status === 'number' && status >= 400 && status < 500) return refusal(STATUS[status] ?? 'BAD_REQUEST', thrown)
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: thrown })
}

const STATUS: Record<number, TRPCError['code']> = {
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
}

const REFUSALS: Partial<Record<TRPCError['code'], ErrorKind>> = {
  NOT_FOUND: coreErrors.call_not_found,
  METHOD_NOT_SUPPORTED: coreErrors.method_not_taken,
  TIMEOUT: coreErrors.body_slow,
  PAYLOAD_TOO_LARGE: coreErrors.body_too_large,
  UNSUPPORTED_MEDIA_TYPE: coreErrors.body_not_taken,
  TOO_MANY_REQUESTS: coreErrors.too_many_calls,
}

function refusal(code: TRPCError['code'], cause: unknown): TRPCError {
  return transportError(new AppError(REFUSALS[code] ?? coreErrors.call_unreadable, { cause }))
}

function isInternal(error: TRPCError): boolean {
  return getHTTPStatusCodeFromError(error) >= 500
}

/** Limits what may leave the process: our own messages and the names of wrong fields, never an internal message. */
export function publicMessage(error: TRPCError): string {
  if (error.cause instanceof AppError) return error.cause.message
  if (error.cause instanceof ZodError && !isInternal(error)) return sentenceOfInput(error.cause)
  return UNKNOWN_ERROR
}

/** Names the invalid field and the rule that it breaks, for each of the first three errors. */
function sentenceOfInput(error: ZodError): string {
  return error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`)
    .join(' ')
    .slice(0, 1000)
}

/** Seconds for `Retry-After`, if the error has a time after which a retry makes sense. */
export function readRetryAfter(error: TRPCError): number | undefined {
  return error.cause instanceof AppError ? error.cause.retryAfter : undefined
}

/** Logs a failure that is answered with 5xx. `path`: the procedure's path, if known. */
export function logFailure(request: FastifyRequest, error: TRPCError, path?: string): void {
  const status = getHTTPStatusCodeFromError(error)
  if (status >= 500) logFault(request, status, error.cause ?? error, path)
}
