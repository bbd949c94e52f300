/** The simulator's response. Its body need not be JSON; with a `fault`, there is no response at all. */
export interface Reply {
  status: number
  body: string | object
  delayMs?: number
  /** `hang`: never answers. `break`: closes the connection. */
  fault?: 'hang' | 'break'
}

interface Verdict {
  verified: boolean
  verificationFailureReason?: string
  additionalInfo?: string
}

/** Verdicts of the simulated manufacturer, keyed by the end of the serial number in the question. */
const VERDICTS: Readonly<Record<string, Verdict>> = {
  NMS: { verified: false, verificationFailureReason: 'No_match_GTIN_Serial' },
  NMSL: { verified: false, verificationFailureReason: 'No_match_GTIN_Serial_Lot' },
  NMSE: { verified: false, verificationFailureReason: 'No_match_GTIN_Serial_Expiry' },
  NMSLE: { verified: false, verificationFailureReason: 'No_match_GTIN_Serial_Lot_Expiry' },
  POLICY: { verified: false, verificationFailureReason: 'Manufacturer_policy' },
  NORESALE: { verified: false, verificationFailureReason: 'Not_for_re-distribution' },
  NOREASON: { verified: false, verificationFailureReason: 'No_reason_provided' },
  // Responses with an invalid reason: `ODD` has a reason that the profile does not define, `CASE` a defined reason with different capitals.
  ODD: { verified: false, verificationFailureReason: 'GTIN_not_registered' },
  CASE: { verified: false, verificationFailureReason: 'NO_MATCH_GTIN_SERIAL' },
  BLANK: { verified: false },
  FALSESUSPECT: { verified: false, verificationFailureReason: 'Not_for_re-distribution', additionalInfo: 'Suspect' },
  EXPIRED: { verified: true, additionalInfo: 'Expired' },
  EXTENDED: { verified: true, additionalInfo: 'ExpirationExtended' },
  RECALLED: { verified: true, additionalInfo: 'Recalled' },
  SUSPECT: { verified: true, additionalInfo: 'Suspect' },
  ILLEGITIMATE: { verified: true, additionalInfo: 'Illegitimate' },
  // Release 1.0.2 of the verification profile spelled this value in lower case; later releases spell it `Recalled`.
  OLD: { verified: true, additionalInfo: 'recalled' },
}

/** The simulator's faulty, late and missing responses. The ending of the requested serial number selects one. */
const FAULTS: Readonly<Record<string, (corrUuid: string) => Reply>> = {
  WRONGUUID: () => answer('00000000-0000-4000-8000-000000000000', { verified: true }),
  NOVERDICT: (corrUuid) => ({ status: 200, body: { ...message(corrUuid), data: {} } }),
  EMPTY: () => ({ status: 200, body: '' }),
  NOTJSON: () => ({ status: 200, body: '<html><body>Sign in</body></html>' }),
  BOTH: (corrUuid) => answer(corrUuid, { verified: true, verificationFailureReason: 'No_match_GTIN_Serial' }),
  SLOW: (corrUuid) => ({ ...answer(corrUuid, { verified: true }), delayMs: 2000 }),
  HANG: () => ({ status: 200, body: '', fault: 'hang' }),
  BREAK: () => ({ status: 200, body: '', fault: 'break' }),
}

const STATUSES: readonly number[] = [400, 401, 403, 404, 405, 408, 500, 502, 503, 504]

/**
 * A serial number with one of these endings gets the reply that the ending stands for. Exported for tests and for the page that lists the endings.
 */
export const ENDINGS: readonly string[] = [...STATUSES.map(String), ...Object.keys(VERDICTS), ...Object.keys(FAULTS)]

const RESPONDER_GLN = '0300020000004'

const message = (corrUUID: string) => ({ verificationTimestamp: new Date().toISOString(), responderGLN: RESPONDER_GLN, corrUUID })
const answer = (corrUuid: string, data: Verdict): Reply => ({ status: 200, body: { ...message(corrUuid), data } })
const refusal = (status: number, why: string): Reply => ({ status, body: `${why}\n` })

/**
 * Answers `verify`. The text after the last hyphen of the serial number chooses the answer if it is one of {@link ENDINGS}; without such an ending,
 * the package is verified.
 */
export function replyToVerify(serialNumber: string, query: URLSearchParams): Reply {
  const corrUuid = query.get('corrUUID') ?? ''
  const wrong = findWrong(query)
  if (wrong) return wrong
  const ending = serialNumber.slice(serialNumber.lastIndexOf('-') + 1).toUpperCase()
  if (STATUSES.includes(Number(ending)) && serialNumber.includes('-')) return refusal(Number(ending), 'Simulated')
  const fault = Object.hasOwn(FAULTS, ending) ? FAULTS[ending] : undefined
  if (fault) return fault(corrUuid)
  return answer(corrUuid, (Object.hasOwn(VERDICTS, ending) ? VERDICTS[ending] : undefined) ?? { verified: true })
}

/**
 * Checks the parameters as a real service that follows the profile does. Returns the refusal for the first wrong parameter; undefined if all are
 * valid.
 */
function findWrong(query: URLSearchParams): Reply | undefined {
  if (query.get('linkType') !== 'verificationService') return refusal(400, 'linkType is not verificationService')
  if (!query.get('context')) return refusal(400, 'context is missing')
  if (!/^\d{6}$/.test(query.get('exp') ?? '')) return refusal(400, 'exp is not YYMMDD')
  if (!/^[0-9a-f-]{36}$/i.test(query.get('corrUUID') ?? '')) return refusal(400, 'corrUUID is not a UUID')
  return /^\d{13}$/.test(query.get('reqGLN') ?? '') ? undefined : refusal(401, 'reqGLN is unknown')
}

/** A GTIN that no manufacturer has registered. */
const UNKNOWN_GTIN = '00000000000000'

export function replyToConnectivity(query: URLSearchParams): Reply {
  const gtin = query.get('gtin') ?? ''
  if (!/^\d{14}$/.test(gtin)) return refusal(400, 'gtin is not a GTIN of 14 digits')
  if (!/^\d{13}$/.test(query.get('reqGLN') ?? '')) return refusal(401, 'reqGLN is unknown')
  return gtin === UNKNOWN_GTIN ? refusal(404, 'No such GTIN') : { status: 200, body: { responderGLN: RESPONDER_GLN } }
}
