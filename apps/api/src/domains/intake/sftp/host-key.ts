import { deriveKey } from '../../../core/derived-key.ts'
import type { Secrets } from '../../../core/secrets.ts'
import { sshFingerprint } from '../../../core/ssh-fingerprint.ts'

const TYPE = 'ssh-ed25519'
/** OpenSSH's two check numbers must be equal: a reader compares them to detect a wrong passphrase. This key has no passphrase. */
const CHECK = Buffer.alloc(8)

/** Encodes a string for SSH: its length in four bytes, then its bytes (RFC 4251, section 5). */
function writeString(bytes: Buffer | string): Buffer {
  const body = Buffer.from(bytes)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  return Buffer.concat([length, body])
}

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const publicBlob = (publicKey: Buffer) => Buffer.concat([writeString(TYPE), writeString(publicKey)])

/** The private key by which the SFTP server proves who it is, in OpenSSH's format (PROTOCOL.key). */
export function writeHostKey(secrets: Secrets): string {
  const { seed, publicKey } = deriveKey(secrets, 'sftp host key')
  const blob = publicBlob(publicKey)
  const secret = [CHECK, writeString(TYPE), writeString(publicKey), writeString(Buffer.concat([seed, publicKey])), writeString('')]
  const inner = Buffer.concat(secret)
  // Padding to a multiple of eight bytes: 1, 2, 3 …
  const padding = Buffer.from(Array.from({ length: (8 - (inner.length % 8)) % 8 }, (_, index) => index + 1))
  const file = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    writeString('none'),
    writeString('none'),
    writeString(''),
    number(1),
    writeString(blob),
    writeString(Buffer.concat([inner, padding])),
  ])
  const lines = file.toString('base64').match(/.{1,70}/g) ?? []
  return ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join('\n')
}

/** Fingerprint of our SFTP server's host key. A partner compares it when connecting for the first time. */
export const hostFingerprint = (secrets: Secrets): string => sshFingerprint(publicBlob(deriveKey(secrets, 'sftp host key').publicKey))
