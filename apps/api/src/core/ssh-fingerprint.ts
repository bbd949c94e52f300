import { createHash } from 'node:crypto'

/** Length of a SHA-256 in base64 without padding. */
const HASH_CHARACTERS = 43

/** SHA-256 of a public key in SSH's wire format, as OpenSSH shows it: `SHA256:` and base64 without padding. */
export const sshFingerprint = (publicKey: Buffer): string =>
  `SHA256:${createHash('sha256').update(publicKey).digest('base64').slice(0, HASH_CHARACTERS)}`
