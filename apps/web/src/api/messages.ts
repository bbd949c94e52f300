/**
 * Fallback for a failure that comes without a sentence. The text for a failed sign-in, below, has no period, because the specification has none
 * there.
 */
export const UNKNOWN_ERROR = 'An Unknown Error Occurred.'
export const UNKNOWN_SIGN_IN_ERROR = 'An Unknown Error Occurred'
export const NOT_AUTHENTICATED = 'Not Authenticated'
/** Fallback for an upload that failed without a sentence from the server. */
export const UPLOAD_FAILED = 'Unable to Upload File(s)'

/** Shown with an unknown error: the start of the request id, as in the server's log. */
export function requestLine(requestId: unknown): string | undefined {
  return typeof requestId === 'string' && requestId ? `Request ${requestId.slice(0, 8)}` : undefined
}
