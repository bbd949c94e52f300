import { ADDITIONAL_INFO, FAILURE_REASONS, toKnownSpelling } from './words.ts'

/** What came of one GET request to the verification service: an HTTP response, a timeout or a failed connection. */
export type VrsReply =
  | { kind: 'answered'; status: number; body: string }
  /** No answer came before the timeout. */
  | { kind: 'timeout' }
  /** No connection could be opened, or the connection broke. */
  | { kind: 'failed' }

/** Reasons why there is no answer, in words for the person who asked. Nothing here says anything about the package. */
export const UNAVAILABLE_CAUSES = {
  timeout: 'No answer came in time.',
  no_connection: 'The verification service could not be reached.',
  bad_request: 'The verification service did not accept the question.',
  requester_unknown: 'The verification service does not know the GLN of the requester.',
  credential_refused: 'The verification service refused the credential, or does not permit this requester to ask.',
  gtin_unknown: 'No manufacturer has registered this GTIN for verification, or the registration has expired.',
  method_refused: 'The verification service does not support this call.',
  responder_timeout: "The manufacturer's service did not answer in time.",
  service_failed: 'The verification service failed.',
  responder_down: "The manufacturer's service is down.",
  other_status: 'The verification service answered with an unexpected status.',
  not_json: 'The answer is not JSON.',
  no_verdict: 'The answer has no verdict.',
  other_question: 'The answer is about another question: its correlation UUID differs.',
} as const
export type UnavailableCause = keyof typeof UNAVAILABLE_CAUSES

interface Responder {
  /** The manufacturer's GLN as in its answer; null if absent. */
  responderGln: string | null
  /** Time of the verification, as the manufacturer wrote it; null if absent. */
  verifiedAt: string | null
}

/**
 * The three possible results of a verification. `verified` and `notVerified` are the manufacturer's answers; `unavailable` means that there was no
 * usable answer.
 */
export type Verdict =
  | ({ answer: 'verified'; additionalInfo: string | null } & Responder)
  | ({ answer: 'notVerified'; reason: string | null; additionalInfo: string | null } & Responder)
  | { answer: 'unavailable'; cause: UnavailableCause }

const CAUSES: Readonly<Record<number, UnavailableCause>> = {
  400: 'bad_request',
  401: 'requester_unknown',
  403: 'credential_refused',
  404: 'gtin_unknown',
  405: 'method_refused',
  408: 'responder_timeout',
  500: 'service_failed',
  502: 'responder_down',
  503: 'responder_down',
  504: 'responder_timeout',
}

const unavailable = (cause: UnavailableCause): Verdict & { answer: 'unavailable' } => ({ answer: 'unavailable', cause })

/** A service's reason should be a single word, so a longer one is cut off here. */
const MOST_CHARACTERS = 200

/**
 * Judges the reply to `verify`. A reply counts as the manufacturer's answer only if it has status 200, a boolean `verified`, and the correlation UUID
 * of the question, and does not contradict itself; everything else is `unavailable`. Never throws.
 *
 * @param corrUuid of the question.
 */
export function judgeVerify(reply: VrsReply, corrUuid: string): Verdict {
  const read = readBody(reply)
  if ('cause' in read) return unavailable(read.cause)
  const { body } = read
  const data = isRecord(body.data) ? body.data : {}
  if (typeof data.verified !== 'boolean') return unavailable('no_verdict')
  if (typeof body.corrUUID !== 'string' || body.corrUUID.trim().toLowerCase() !== corrUuid.toLowerCase())
    return unavailable('other_question')
  const reason = readWords(FAILURE_REASONS, data.verificationFailureReason)
  const responder = { responderGln: readText(body.responderGLN), verifiedAt: readText(body.verificationTimestamp) }
  const additionalInfo = readWords(ADDITIONAL_INFO, data.additionalInfo)
  if (!data.verified) return { answer: 'notVerified', reason, additionalInfo, ...responder }
  return reason === null ? { answer: 'verified', additionalInfo, ...responder } : unavailable('no_verdict')
}

/**
 * Interprets the reply to `checkConnectivity`. If the reply is usable, returns the responder's GLN (null if the reply lacks it), otherwise the cause
 * of the failure.
 */
export function judgeConnectivity(reply: VrsReply): { ok: true; responderGln: string | null } | { ok: false; cause: UnavailableCause } {
  const read = readBody(reply)
  return 'cause' in read ? { ok: false, cause: read.cause } : { ok: true, responderGln: readText(read.body.responderGLN) }
}

function readBody(reply: VrsReply): { body: Record<string, unknown> } | { cause: UnavailableCause } {
  if (reply.kind === 'timeout') return { cause: 'timeout' }
  if (reply.kind === 'failed') return { cause: 'no_connection' }
  if (reply.status !== 200) return { cause: CAUSES[reply.status] ?? (reply.status >= 500 ? 'service_failed' : 'other_status') }
  try {
    // Some servers begin UTF-8 with a byte order mark, which JSON does not allow.
    const body: unknown = JSON.parse(reply.body.replace(/^\uFEFF/, ''))
    return isRecord(body) ? { body } : { cause: 'no_verdict' }
  } catch {
    return { cause: 'not_json' }
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function readText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? cut(value.trim()) : null
}

/** NUL and halves of surrogate pairs, which a JSON escape may contain and a database cannot store, become U+FFFD. */
const cut = (text: string): string => text.slice(0, MOST_CHARACTERS).replaceAll('\0', '\uFFFD').toWellFormed()

/**
 * Converts a word, or each word of a list, to the profile's spelling. A value that isn't text is kept as JSON, so that nothing in the manufacturer's
 * answer is lost.
 */
function readWords(known: Readonly<Record<string, string>>, value: unknown): string | null {
  const given = (Array.isArray(value) ? value : [value]).flatMap((one) =>
    typeof one === 'string' || one === null || one === undefined ? (readText(one) ?? []) : JSON.stringify(one),
  )
  return given.length > 0 ? cut(given.map((one) => toKnownSpelling(known, one)).join(', ')) : null
}
