import type { VrsCall, VrsProduct, VrsService } from './types.ts'

/** The release of the GS1 US profile. Both calls, `verify` and `checkConnectivity`, send it in a header. */
export const PROFILE_VERSION = '1.3.0'

const LINK_TYPE = 'verificationService'

type Built = { ok: true; call: VrsCall } | { ok: false; error: 'lot_unsendable' | 'serial_unsendable' | 'expiry_wrong' }

/**
 * Whether a text can be a segment of a URL's path on its own. `.` and `..` cannot: every URL parser removes them, percent-encoded or not, and then
 * the URL would ask about another package.
 */
export const isSegment = (text: string): boolean => text !== '' && text !== '.' && text !== '..' && isWellFormed(text)

/** Whether the text can be percent-encoded; half of a surrogate pair cannot. */
const isWellFormed = (text: string): boolean => text.isWellFormed()

/** `YYMMDD` as in AI (17); day `00` if the label has none. Null unless the text is a calendar date. */
export function writeExpiry(day: string): string | null {
  const [, year, month, date] = /^\d\d(\d\d)-(\d\d)(?:-(\d\d))?$/.exec(day) ?? []
  if (year === undefined || month === undefined || Number(month) < 1 || Number(month) > 12) return null
  if (date !== undefined && (Number(date) < 1 || Number(date) > lastDay(Number(day.slice(0, 4)), Number(month)))) return null
  return `${year}${month}${date ?? '00'}`
}

const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

interface Question {
  product: VrsProduct
  /** Fixed value of the query parameter `context`, such as `dscsaSaleableReturn`. */
  context: string
  /** The responder returns this id, so that an answer cannot be mistaken for the answer to another question. */
  corrUuid: string
}

/**
 * Builds the GET `verify`. Lot and serial number are percent-encoded; a serial number `0` is a value like any other.
 * @returns `lot_unsendable` or `serial_unsendable` if the text cannot be a segment of a URL's path, `expiry_wrong` if the day is not a date.
 * @see GS1 US implementation guideline for Lightweight Messaging, release 1.3
 */
export function buildVerify(service: VrsService, { product, context, corrUuid }: Question): Built {
  const { gtin, lotNumber, serialNumber } = product
  const expiry = writeExpiry(product.expirationDate)
  if (!isSegment(lotNumber)) return { ok: false, error: 'lot_unsendable' }
  if (!isSegment(serialNumber)) return { ok: false, error: 'serial_unsendable' }
  if (expiry === null) return { ok: false, error: 'expiry_wrong' }
  const path = ['verify', 'gtin', gtin, 'lot', lotNumber, 'ser', serialNumber].map(encodeSegment).join('/')
  const query: [string, string | null | undefined][] = [
    ['exp', expiry],
    ['linkType', LINK_TYPE],
    ['context', context],
    ['reqGLN', service.requesterGln],
    ['corrUUID', corrUuid],
    // The requester attests with this parameter that it has the package, as the guideline asks. This is always true, because the caller refuses
    // questions about packages that have left.
    ['ctrlPossessAtt', 'true'],
    ['email', service.emailAddress],
    ['telephone', service.phoneNumber],
  ]
  return { ok: true, call: makeCall(service, path, query) }
}

/** Builds the GET `checkConnectivity`, which says whether the responder for a GTIN would answer this requester. */
export function buildConnectivity(service: VrsService, { gtin, context }: { gtin: string; context?: string | null }): VrsCall {
  return makeCall(service, 'checkConnectivity', [
    ['gtin', gtin],
    ['reqGLN', service.requesterGln],
    ['context', context],
  ])
}

function makeCall({ baseUrl }: VrsService, path: string, query: readonly (readonly [string, string | null | undefined])[]): VrsCall {
  const sent = query.filter((pair): pair is [string, string] => Boolean(pair[1]))
  const search = sent.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return {
    url: `${withoutSlashes(baseUrl)}/${path}?${search}`,
    headers: { 'gs1us-version': PROFILE_VERSION, accept: 'application/json' },
  }
}

function withoutSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}

/** Percent-encodes all but the unreserved characters, also the characters `!'()*` that encodeURIComponent() leaves unchanged. */
const encodeSegment = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
