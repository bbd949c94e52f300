import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../core/config.ts'
import { coreErrors } from '../../core/core.facts.ts'
import { AppError } from '../../core/errors.ts'
import { DOCUMENT_LIMITS } from '../../domains/order-import/import.rules.ts'

/** The oldest and the newest EPCIS version of a document that we accept; the headers of every answer state the newest. */
const OLDEST = '1.0.0'
const NEWEST = '2.0.0'
const EXTENSIONS = 'gs1ushc=http://epcis.gs1us.org/hc/ns/'

/** Limits of one capture, as headers of GS1's interface. */
export const captureLimits = ({ uploadMaxBytes }: Config) => ({
  'GS1-EPCIS-Capture-Limit': DOCUMENT_LIMITS.events,
  'GS1-EPCIS-Capture-File-Size-Limit': uploadMaxBytes,
})

/** Sets the version headers, which every answer has. */
export function setVersions(reply: FastifyReply): void {
  reply.headers({ 'GS1-EPCIS-Version': NEWEST, 'GS1-CBV-Version': NEWEST, 'GS1-Extensions': EXTENSIONS })
}

/** Answers OPTIONS, by which a client discovers versions, formats and limits. */
export function sendDiscovery(reply: FastifyReply, config: Config, methods: readonly string[]): FastifyReply {
  const capture = methods.includes('POST') ? { ...captureLimits(config), 'GS1-Capture-Error-Behaviour': 'all' } : {}
  return reply
    .code(204)
    .headers({
      ...capture,
      Allow: ['OPTIONS', ...methods].join(', '),
      'GS1-EPCIS-Min': OLDEST,
      'GS1-EPCIS-Max': NEWEST,
      'GS1-CBV-Min': OLDEST,
      'GS1-CBV-Max': NEWEST,
      'GS1-EPC-Format': 'No_Preference, Always_GS1_Digital_Link, Always_EPC_URN',
      'GS1-Vendor-Version': config.brand,
    })
    .send()
}

export function readHeader({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name.toLowerCase()]
  return Array.isArray(value) ? value[0] : value
}

/** A version as a comparable number, such as 2000000 for 2.0 and 2.0.0; undefined for other text. */
function toNumber(version: string): number | undefined {
  const [, major = '', minor = '', patch = '0'] = /^(\d{1,3})\.(\d{1,3})(?:\.(\d{1,3}))?$/.exec(version.trim()) ?? []
  return major === '' ? undefined : (Number(major) * 1000 + Number(minor)) * 1000 + Number(patch)
}

/** @throws AppError not_acceptable if the version of the client's document, or every version that the client accepts, is unsupported. */
export function expectVersions(request: FastifyRequest): void {
  for (const standard of ['EPCIS', 'CBV']) {
    const read = (name: string) => {
      const sent = readHeader(request, `GS1-${standard}-${name}`)
      const number = sent === undefined ? undefined : toNumber(sent)
      if (sent !== undefined && number === undefined) throw refusal(`GS1-${standard}-${name}`, sent)
      return number
    }
    const [oldest, newest] = [toNumber(OLDEST) ?? 0, toNumber(NEWEST) ?? 0]
    const [version, min, max] = [read('Version'), read('Min'), read('Max')]
    if (version !== undefined && (version < oldest || version > newest)) throw refusal(`GS1-${standard}-Version`, String(version))
    if ((min !== undefined && min > newest) || (max !== undefined && max < newest))
      throw refusal(`GS1-${standard}-Min and -Max`, 'the range')
  }
}

const refusal = (header: string, sent: string) =>
  new AppError(coreErrors.not_acceptable, {
    detail: `${header}: ${sent.slice(0, 40)} is not supported. Documents may have the versions ${OLDEST} to ${NEWEST}; responses have ${NEWEST}.`,
  })

/** @throws AppError not_acceptable if the client accepts no JSON. */
export function expectJsonAccepted(request: FastifyRequest): void {
  const accept = readHeader(request, 'Accept')
  if (accept === undefined || /(^|,)\s*(\*\/\*|application\/(\*|json|ld\+json))\s*(;|,|$)/i.test(accept)) return
  throw new AppError(coreErrors.not_acceptable, {
    detail: 'Responses are JSON: the Accept header must allow application/json or application/ld+json.',
  })
}
