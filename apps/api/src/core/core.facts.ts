import type { DomainFacts } from './domain-facts.ts'
import { defineErrors } from './errors.ts'

export const coreErrors = defineErrors({
  upload_broken: { code: 'BAD_REQUEST', text: 'The upload was interrupted. Send it again.' },
  upload_missing: { code: 'BAD_REQUEST', text: 'No file selected' },
  upload_too_large: { code: 'PAYLOAD_TOO_LARGE', text: 'The file is larger than 1 GB.' },
  pedigree_not_found: { code: 'NOT_FOUND', text: 'This pedigree no longer exists, or it belongs to a location that you do not have.' },
  order_not_found: { code: 'NOT_FOUND', text: 'This order no longer exists, or it belongs to a location that you do not have.' },
  order_busy: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'Somebody else is receiving or changing this order right now, so nothing was done. Try again in a moment.',
    retryAfter: 1,
  },
  value_refused: {
    code: 'BAD_REQUEST',
    text: 'A value cannot be stored: it holds a NUL character, or a date or number that is out of range.',
  },
  busy: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'Someone else is working on the same thing right now. Nothing was changed; try again in a moment.',
  },
  database_away: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The database cannot be reached right now. Try again in a minute.',
    retryAfter: 60,
  },
  database_busy: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'Too much is going on right now, so nothing was done. Try again in a minute.',
    retryAfter: 60,
  },
  storage_away: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The file storage cannot be reached right now. Try again in a minute.',
    retryAfter: 60,
  },
  storage_refused: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The file storage does not let the server in, so nothing was done. Tell the people who run it, then try again.',
  },
  disk_full: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'The server has no disk space left, so nothing was saved. Tell the people who run it, then try again.',
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
  not_found: { code: 'NOT_FOUND', text: 'This no longer exists, or you may not see it.' },
  token_replaced: {
    code: 'SERVICE_UNAVAILABLE',
    text: 'Your session was renewed at this moment, so nothing was changed. Try again.',
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
  input_annotated: { code: 'BAD_REQUEST', text: 'An input is plain JSON, written as {"json": …} with nothing beside it.' },
  body_too_large: { code: 'PAYLOAD_TOO_LARGE', text: 'This request is too large.' },
  body_not_taken: { code: 'UNSUPPORTED_MEDIA_TYPE', text: 'This call does not take a body of this content type. Send application/json.' },
  body_encoded: { code: 'UNSUPPORTED_MEDIA_TYPE', text: 'A body is sent as it is, without a Content-Encoding.' },
  body_slow: { code: 'TIMEOUT', text: 'The request stopped arriving before its end. Send it again.' },
  call_not_found: { code: 'NOT_FOUND', text: 'There is no such call.' },
  method_not_taken: { code: 'METHOD_NOT_SUPPORTED', text: 'This endpoint doesn’t support that HTTP method.' },
  host_unknown: {
    code: 'FORBIDDEN',
    text: 'This server does not know the name that it was called by. Open it as localhost, or set PUBLIC_URL to the address that you type.',
  },
  needs_person: { code: 'FORBIDDEN', text: 'An access token cannot do this. Sign in with your password for it.' },
  foreign_origin: { code: 'FORBIDDEN', text: 'This request did not come from a page of this product, so it was not carried out.' },
  reason_needed: { code: 'BAD_REQUEST', text: 'Say in a few words why.' },
  bad_cursor: { code: 'BAD_REQUEST', text: 'The cursor is not one of ours. Start the list again without it.' },
  not_in_production: { code: 'NOT_FOUND', text: 'This exists outside production only.' },
  exists_already: { code: 'CONFLICT', text: 'This exists already.' },
  still_used: { code: 'CONFLICT', text: 'Something else still refers to this.' },
})

/** Errors that belong to no domain: calls, bodies, values. */
export const coreFacts = {
  errors: coreErrors,
  constraints: {},
  rights: {},
  kinds: {},
  actions: {},
  sentences: {},
} as const satisfies DomainFacts
