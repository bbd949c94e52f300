import { randomInt } from 'node:crypto'
import speakeasy from 'speakeasy'

const STEP_SECONDS = 30

/** Makes a secret of 160 random bits in base32, as RFC 4226 recommends. */
export function newAppSecret(): string {
  return speakeasy.generateSecret({ length: 20 }).base32
}

/** Writes the content of the QR code that sets up an authenticator app. The entry in that app shows the brand and, below it, the address. */
export function appUri(brand: string, emailAddress: string, secret: string): string {
  // Apps assume SHA-1, six digits and 30 seconds; omitting these parameters makes the QR code easier to scan.
  const query = new URLSearchParams({ secret, issuer: brand })
  return `otpauth://totp/${encodeURIComponent(brand)}:${encodeURIComponent(emailAddress)}?${query.toString().replaceAll('+', '%20')}`
}

/**
 * The 30-second step of this code (RFC 6238): the current step or one of its neighbors, because clocks differ a little. Undefined for a wrong code,
 * and for a code that is not newer than the last used one.
 */
export function codeTimeStep(secret: string, code: string, now: Date, lastStep: number | null): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const time = Math.floor(now.getTime() / 1000)
  const found = speakeasy.totp.verifyDelta({ secret, encoding: 'base32', token: code, time, step: STEP_SECONDS, window: 1 })
  if (!found) return undefined
  const step = Math.floor(time / STEP_SECONDS) + found.delta
  // The last used step lies beyond every step that is valid now, so it was used while this server's clock was ahead. The present code is newer and is
  // accepted.
  const isAhead = lastStep !== null && lastStep > Math.floor(time / STEP_SECONDS) + 1
  return lastStep === null || step > lastStep || isAhead ? step : undefined
}

/** Letters and digits without I, L, O, 0 and 1, which are easily confused. */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Makes ten codes, each of two groups of five characters, which have 49 random bits together. */
export function newRecoveryCodes(): string[] {
  const group = () => Array.from({ length: 5 }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('')
  return Array.from({ length: 10 }, () => `${group()}-${group()}`)
}

/** A recovery code in comparable form: people omit the hyphen and the capitals. */
export function normalizeRecoveryCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase()
}
