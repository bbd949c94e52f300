import { hash, randomBytes } from 'node:crypto'
import { Integer, Null, OctetString } from 'asn1js'
import { AlgorithmIdentifier, MessageImprint, SignedData, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs'
import { UnavailableError } from '../core/unavailable.ts'

const SHA256 = '2.16.840.1.101.3.4.2.1'
const GRANTED = 0
const GRANTED_WITH_MODS = 1
const TIMEOUT_MS = 15_000
const RESPONSE_BYTES_MAX = 2 ** 20

export interface TimeStamp {
  /** The complete TimeStampResp in DER, the format that `openssl ts -verify -in` accepts. */
  response: Buffer
  /** The time in the stamp, by the service's clock. */
  at: Date
  /** Host name of the time-stamping service. */
  service: string
}

/**
 * Thrown if the time-stamping service cannot be reached, refuses the request, or returns a wrong answer. The message says which of these happened.
 */
export class TimeStampError extends UnavailableError {
  override name = 'TimeStampError'
}

/**
 * Requests a time stamp that proves that this text existed at this time (RFC 3161, over HTTP as in section 3.4). Checks that the response belongs to
 * this text and this request. It does not check who signed the response: a person who relies on the time stamp must verify the signature with the
 * authority's certificate.
 * @throws TimeStampError
 */
export async function requestTimeStamp(url: string, text: string): Promise<TimeStamp> {
  const digest = hash('sha256', text, 'buffer')
  // The first bit of a DER integer is its sign, so it is cleared: the nonce must be positive.
  const nonce = randomBytes(16)
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: toArrayBuffer(digest) }),
    }),
    nonce: new Integer({ valueHex: toArrayBuffer(nonce) }),
    certReq: true,
  })
  const response = await post(url, Buffer.from(request.toSchema().toBER(false)))
  const info = readResponse(response)
  if (!Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView).equals(digest))
    throw new TimeStampError('The time-stamping service answered for different data.')
  if (!info.nonce || !Buffer.from(info.nonce.valueBlock.valueHexView).equals(nonce))
    throw new TimeStampError('The response of the time-stamping service does not match our request.')
  return { response, at: info.genTime, service: new URL(url).host }
}

const toArrayBuffer = (bytes: Buffer): ArrayBuffer => Uint8Array.from(bytes).buffer

async function post(url: string, body: Buffer): Promise<Buffer> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body: Uint8Array.from(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok || !answer.body) throw new TimeStampError(`The time-stamping service answered with status ${answer.status}.`)
    const parts: Uint8Array[] = []
    let bytes = 0
    for await (const part of answer.body) {
      bytes += part.length
      if (bytes > RESPONSE_BYTES_MAX) throw new TimeStampError('The response of the time-stamping service is too large.')
      parts.push(part)
    }
    return Buffer.concat(parts)
  } catch (error) {
    if (error instanceof TimeStampError) throw error
    throw new TimeStampError('The time-stamping service is unavailable.', { cause: error })
  }
}

function readResponse(bytes: Buffer): TSTInfo {
  let status = -1
  try {
    const response = TimeStampResp.fromBER(toArrayBuffer(bytes))
    status = response.status.status
    const content = response.timeStampToken && new SignedData({ schema: response.timeStampToken.content }).encapContentInfo.eContent
    if (content && (status === GRANTED || status === GRANTED_WITH_MODS))
      return TSTInfo.fromBER(toArrayBuffer(Buffer.from(content.getValue())))
  } catch (cause) {
    throw new TimeStampError('The time-stamping service returned something that is not a time stamp.', { cause })
  }
  throw new TimeStampError(`The time-stamping service refused the request with status ${status}.`)
}
