import type { DomainFacts } from './domain-facts.ts'
import { defineErrors } from './errors.ts'

export const coreErrors = defineErrors({
  upload_broken: { code: 'BAD_REQUEST', text: 'The upload was interrupted. Send it again.' },
  upload_missing: { code: 'BAD_REQUEST', text: 'No file selected' },
  upload_too_large: { code: 'PAYLOAD_TOO_LARGE', text: 'The file is larger than 1 GB.' },
  pedigree_not_found: { code: 'NOT_FOUND', text: 'This pedigree no longer exists, or it belongs to a location you cannot access.' },
  order_not_found: { code: 'NOT_FOUND', text: 'This order no longer exists, or it belongs to a location you cannot access.' },
  order_busy: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'Somebody else is receiving or changing this order right now, so nothing was done. Try again in a moment.',
    retryAfter: 1,
  },
  value_refused: {
    code: 'BAD_REQUEST',
    text: 'A value cannot be stored: it contains a NUL character, or a date or number out of range.',
  },
  busy: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'Someone else is changing the same record right now. Nothing was changed; try again in a moment.',
  },
  database_away: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The database cannot be reached right now. Try again in a minute.',
    retryAfter: 60,
  },
  database_busy: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The server is too busy right now, so nothing was done. Try again in a minute.',
    retryAfter: 60,
  },
  storage_away: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The file storage cannot be reached right now. Try again in a minute.',
    retryAfter: 60,
  },
  storage_refused: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The file storage denies access to the server, so nothing was done. Tell the operator of this installation, then try again.',
  },
  disk_full: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The server has no disk space left, so nothing was saved. Tell the operator of this installation, then try again.',
  },
  pdf_failed: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The PDF could not be created because the PDF service did not respond. Nothing was changed; try again in a moment.',
  },
  pdf_busy: {
    code: 'TOO_MANY_REQUESTS',
    text: 'Several documents are being generated. Try again in a moment.',
    retryAfter: 60,
  },
  not_signed_in: { code: 'UNAUTHORIZED', text: 'Not Authenticated' },
  not_allowed: { code: 'FORBIDDEN', text: 'You do not have the right to do this.' },
  scope_missing: {
    code: 'FORBIDDEN',
    text: 'This access token allows only the /api/v2 calls in its scopes. This call needs a token without scopes.',
  },
  not_found: { code: 'NOT_FOUND', text: 'This no longer exists, or you cannot access it.' },
  token_replaced: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'Your session was being renewed, so nothing was changed. Try again.',
  },
  too_many_calls: {
    code: 'TOO_MANY_REQUESTS',
    text: 'Too many requests in a short time. Wait a minute and try again.',
    retryAfter: 60,
  },
  call_unreadable: {
    code: 'BAD_REQUEST',
    text: 'This request could not be read: it is incomplete or malformed.',
  },
  input_annotated: { code: 'BAD_REQUEST', text: 'Send the input as plain JSON in the form {"json": …}, without other keys.' },
  body_too_large: { code: 'PAYLOAD_TOO_LARGE', text: 'This request is too large.' },
  body_not_taken: { code: 'UNSUPPORTED_MEDIA_TYPE', text: 'This endpoint does not accept this content type. Send application/json.' },
  body_encoded: { code: 'UNSUPPORTED_MEDIA_TYPE', text: 'Send the body unencoded, without a Content-Encoding.' },
  body_slow: { code: 'TIMEOUT', text: 'The request was interrupted. Send it again.' },
  call_not_found: { code: 'NOT_FOUND', text: 'There is no such endpoint.' },
  method_not_taken: { code: 'METHOD_NOT_SUPPORTED', text: 'This endpoint doesn’t support that HTTP method.' },
  host_unknown: {
    code: 'FORBIDDEN',
    text: 'This server does not recognize the host name in the URL. Open it as localhost, or set PUBLIC_URL to the URL that you use.',
  },
  needs_person: { code: 'FORBIDDEN', text: 'An access token cannot do this. Sign in with your password instead.' },
  foreign_origin: { code: 'FORBIDDEN', text: 'This request did not come from a page of this site, so it was not carried out.' },
  reason_needed: { code: 'BAD_REQUEST', text: 'Give a short reason.' },
  parameter_unknown: { code: 'BAD_REQUEST', text: 'This call has no parameter with that name.' },
  not_acceptable: { code: 'BAD_REQUEST', text: 'The server supports none of the formats that the request accepts.' },
  parameter_bad: { code: 'BAD_REQUEST', text: 'A parameter has an invalid value.' },
  body_not_object: { code: 'BAD_REQUEST', text: 'The body must be a JSON object.' },
  idempotency_key_bad: { code: 'BAD_REQUEST', text: 'An Idempotency-Key has 1 to 255 printable ASCII characters.' },
  idempotency_key_reused: {
    code: 'UNPROCESSABLE_CONTENT',
    text: 'This Idempotency-Key was used for another call or another body in the last 24 hours. Use a new key for a new call.',
  },
  idempotency_key_running: {
    code: 'CONFLICT',
    text: 'A call with this Idempotency-Key is still running. Send it again in a moment to get its response.',
    retryAfter: 1,
  },
  bad_cursor: { code: 'BAD_REQUEST', text: 'This cursor is not valid. Start the list again without it.' },
  not_in_production: { code: 'NOT_FOUND', text: 'This is not available in production.' },
  exists_already: { code: 'CONFLICT', text: 'This already exists.' },
  still_used: { code: 'CONFLICT', text: 'Another record still refers to this.' },
})

/** Errors about calls, bodies and values, which belong to no domain. */
export const coreFacts = {
  errors: coreErrors,
  constraints: {},
  rights: {},
  kinds: {},
  actions: {},
  sentences: {},
} as const satisfies DomainFacts
