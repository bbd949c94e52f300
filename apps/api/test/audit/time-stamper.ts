import { hash, webcrypto } from 'node:crypto'
import { createServer } from 'node:http'
import { Integer, ObjectIdentifier, OctetString, PrintableString, Sequence } from 'asn1js'
import {
  Accuracy,
  Attribute,
  AttributeTypeAndValue,
  Certificate,
  ContentInfo,
  CryptoEngine,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  type MessageImprint,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  setEngine,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'

const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'

export type Misbehavior = 'refused' | 'otherText' | 'otherRequest' | 'garbage' | 'down'

export interface TimeStamper {
  url: string
  /** The certificate in PEM, for a verifier. */
  certificate: string
  requests: number
  misbehavior: Misbehavior | undefined
  close(): Promise<void>
}

/** A time-stamping service over HTTP (RFC 3161) with its own certificate. */
export async function startTimeStamper(): Promise<TimeStamper> {
  const crypto = webcrypto
  setEngine('node', new CryptoEngine({ name: 'node', crypto }))
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const certificate = await makeCertificate(keys)
  const der = Buffer.from(certificate.toSchema(true).toBER(false))
  let serial = 1
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      stamper.requests += 1
      if (stamper.misbehavior === 'down') return response.writeHead(503).end()
      if (stamper.misbehavior === 'garbage') return response.end('no time stamp')
      const asked = TimeStampReq.fromBER(Uint8Array.from(Buffer.concat(parts)).buffer)
      serial += 1
      const answer =
        stamper.misbehavior === 'refused'
          ? new TimeStampResp({ status: new PKIStatusInfo({ status: 2 }) })
          : new TimeStampResp({
              status: new PKIStatusInfo({ status: 0 }),
              timeStampToken: await makeToken(asked, { keys, certificate, der, serial }, stamper),
            })
      response.setHeader('content-type', 'application/timestamp-reply')
      response.end(Buffer.from(answer.toSchema().toBER(false)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const stamper: TimeStamper = {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/tsa`,
    certificate: `-----BEGIN CERTIFICATE-----\n${
      der
        .toString('base64')
        .match(/.{1,64}/g)
        ?.join('\n') ?? ''
    }\n-----END CERTIFICATE-----\n`,
    requests: 0,
    misbehavior: undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return stamper
}

async function makeCertificate(keys: webcrypto.CryptoKeyPair): Promise<Certificate> {
  const certificate = new Certificate({ version: 2, serialNumber: new Integer({ value: 1 }) })
  for (const name of [certificate.issuer, certificate.subject])
    name.typesAndValues.push(new AttributeTypeAndValue({ type: '2.5.4.3', value: new PrintableString({ value: 'Test Time Stamper' }) }))
  certificate.notBefore.value = new Date('2020-01-01T00:00:00Z')
  certificate.notAfter.value = new Date('2049-01-01T00:00:00Z')
  const usage = new ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.8'] })
  certificate.extensions = [
    new Extension({ extnID: '2.5.29.37', critical: true, extnValue: usage.toSchema().toBER(false), parsedValue: usage }),
  ]
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey)
  await certificate.sign(keys.privateKey, 'SHA-256')
  return certificate
}

interface Signer {
  keys: webcrypto.CryptoKeyPair
  certificate: Certificate
  der: Buffer
  serial: number
}

async function makeToken(
  asked: TimeStampReq,
  { keys, certificate, der, serial }: Signer,
  { misbehavior }: TimeStamper,
): Promise<ContentInfo> {
  const imprint: MessageImprint = asked.messageImprint
  if (misbehavior === 'otherText') imprint.hashedMessage = new OctetString({ valueHex: new ArrayBuffer(32) })
  const info = new TSTInfo({
    version: 1,
    policy: '1.2.3.4.1',
    messageImprint: imprint,
    serialNumber: new Integer({ value: serial }),
    genTime: new Date(),
    accuracy: new Accuracy({ seconds: 1 }),
    ...(misbehavior === 'otherRequest' ? { nonce: new Integer({ value: 5 }) } : asked.nonce ? { nonce: asked.nonce } : {}),
  })
  const content = info.toSchema().toBER(false)
  const signed = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: TST_INFO, eContent: new OctetString({ valueHex: content }) }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes: signedAttributes(Buffer.from(content), der) }),
      }),
    ],
    certificates: [certificate],
  })
  await signed.sign(keys.privateKey, 0, 'SHA-256')
  return new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) })
}

const octets = (bytes: Buffer) => new OctetString({ valueHex: Uint8Array.from(bytes).buffer })

function signedAttributes(content: Buffer, certificate: Buffer): Attribute[] {
  const certificateId = new Sequence({
    value: [new Sequence({ value: [new Sequence({ value: [octets(hash('sha256', certificate, 'buffer'))] })] })],
  })
  return [
    new Attribute({ type: CONTENT_TYPE, values: [new ObjectIdentifier({ value: TST_INFO })] }),
    new Attribute({ type: MESSAGE_DIGEST, values: [octets(hash('sha256', content, 'buffer'))] }),
    new Attribute({ type: SIGNING_CERTIFICATE_V2, values: [certificateId] }),
  ]
}
