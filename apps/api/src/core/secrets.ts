import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** Values derived from SECRET_KEY, with a separate key for each purpose. */
export interface Secrets {
  /** Computes an HMAC-SHA-256 of the parts, encoded so that their boundaries are unambiguous. */
  mac(purpose: string, ...parts: (string | number)[]): Buffer
  encrypt(plain: string): Buffer
  /** @throws if the bytes were changed or encrypted with another key. */
  decrypt(sealed: Buffer): string
}

export function createSecrets(secretKey: string): Secrets {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `seriatim ${purpose}`, 32))
  const boxKey = keyFor('box')
  return {
    mac(purpose, ...parts) {
      return createHmac('sha256', keyFor(purpose)).update(JSON.stringify(parts)).digest()
    },
    encrypt(plain) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', boxKey, iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    decrypt(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', boxKey, sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

/** 256 random bits for a session, as text that fits a cookie and a header. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash under which the database stores a token. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
