/** The sentence for a failure that no one has words for. At sign-in the specification writes it without the dot. */
export const UNKNOWN_ERROR = 'An Unknown Error Occurred.'
export const UNKNOWN_SIGN_IN_ERROR = 'An Unknown Error Occurred'
export const NOT_AUTHENTICATED = 'Not Authenticated'
/** An upload that did not arrive, when the server gave no sentence of its own. */
export const UPLOAD_FAILED = 'Unable to Upload File(s)'

/** What is told beside an unknown error: the beginning of the request's id, as the server's log has it. */
export function requestLine(requestId: unknown): string | undefined {
  return typeof requestId === 'string' && requestId ? `Request ${requestId.slice(0, 8)}` : undefined
}
