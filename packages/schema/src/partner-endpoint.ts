import { z } from 'zod'
import { id, isOneLine } from './common.ts'
import { hostKeyFingerprint, sftpServer } from './sftp-server.ts'

/** Ways in which a request to a partner's HTTPS endpoint proves its sender. */
export const ENDPOINT_SECRETS = {
  none: 'Nothing',
  bearer: 'A bearer token',
  basic: 'A user name and a password',
  header: 'A custom header, such as X-API-Key',
} as const
export type EndpointSecret = keyof typeof ENDPOINT_SECRETS

const httpsUrl = z
  .string()
  .trim()
  .max(500)
  .refine((text) => URL.canParse(text) && /^https?:\/\//.test(text), 'Enter a URL that begins with https://.')

const secret = z.string().trim().max(20_000)
const typedSecret = secret.min(1, 'Enter the secret.')
const isHeaderText = (text: string) => /^[\x20-\x7e]*$/.test(text)

export const httpsEndpoint = z
  .object({
    kind: z.literal('https'),
    tradingPartnerId: id,
    url: httpsUrl,
    secretKind: z.enum(['none', 'bearer', 'basic', 'header']),
    userName: z.string().trim().max(200).refine(isOneLine, 'Line breaks are not allowed here.').default(''),
    headerName: z
      .string()
      .trim()
      .max(100)
      .regex(/^[A-Za-z0-9-]*$/, 'A header name can contain only letters, digits and hyphens.')
      .default(''),
    secret: secret.refine(isHeaderText, 'Use only unaccented letters, digits and common symbols here.'),
  })
  .refine((one) => one.secretKind === 'none' || one.secret !== '', { path: ['secret'], error: 'Enter the secret.' })
  .refine((one) => one.secretKind !== 'basic' || one.userName !== '', { path: ['userName'], error: 'Enter the user name.' })
  .refine((one) => one.secretKind !== 'header' || isFreeHeader(one.headerName), {
    path: ['headerName'],
    error: 'Enter the name of a header that has no other meaning, such as X-API-Key.',
  })

/** Headers that the HTTPS request sets itself. None of them can be chosen as the header that carries the secret. */
const OWN_HEADERS =
  /^(?:content-.*|host|connection|transfer-encoding|user-agent|idempotency-key|expect|upgrade|te|trailer|keep-alive|proxy-.*)$/i
const isFreeHeader = (name: string) => name !== '' && !OWN_HEADERS.test(name)

export const sftpEndpoint = z.object({
  kind: z.literal('sftp'),
  tradingPartnerId: id,
  ...sftpServer,
  secretKind: z.enum(['password', 'key']),
  secret: typedSecret,
})

/** Input that sets the endpoint where a partner accepts documents. It replaces the partner's previous endpoint. */
export const newPartnerEndpoint = z.discriminatedUnion('kind', [httpsEndpoint, sftpEndpoint])
export type NewPartnerEndpoint = z.output<typeof newPartnerEndpoint>

/** A partner's endpoint as screens show it; its secret is never shown. */
export const partnerEndpoint = z.object({
  id,
  kind: z.enum(['https', 'sftp']),
  /** Kind and address as a person reads them, such as `HTTPS, edi.example.com`. */
  words: z.string(),
  hostKey: z.string().nullable(),
  /** Whether documents can be sent to the endpoint. False for an SFTP server whose host key nobody has confirmed. */
  isReady: z.boolean(),
})
export type PartnerEndpoint = z.infer<typeof partnerEndpoint>

export const partnerEndpointRef = z.object({ endpointId: id })
export const partnerHostKey = partnerEndpointRef.extend({ fingerprint: hostKeyFingerprint })

/** Whether an endpoint answers, and the host key that a person has to confirm. */
export const partnerEndpointTest = z.object({ isOk: z.boolean(), text: z.string(), fingerprint: z.string().nullable() })
export type PartnerEndpointTest = z.infer<typeof partnerEndpointTest>
