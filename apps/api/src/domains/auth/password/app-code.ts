import { randomInt } from 'node:crypto'
import speakeasy from 'speakeasy'

const STEP_SECONDS = 30

/** 160 random bits as base32, what RFC 4226 asks for. */
export function newAppSecret(): string {
  return speakeasy.generateSecret({ length: 20 }).base32
}

/** What the QR code says: the address names the entry in the app, the brand stands above it. */
export function appUri(brand: string, emailAddress: string, secret: string): string {
  // Six digits of SHA-1 every 30 seconds are what apps assume; left out, the QR code is coarser and easier to scan.
  const query = new URLSearchParams({ secret, issuer: brand })
  return `otpauth://totp/${encodeURIComponent(brand)}:${encodeURIComponent(emailAddress)}?${query.toString().replaceAll('+', '%20')}`
}

/**
 * Which 30 seconds this code belongs to (RFC 6238): now, the ones before or the ones after, for clocks that differ a little. Undefined for a
 * wrong code, and for one that is not newer than the last one used.
 */
export function codeTimeStep(secret: string, code: string, now: Date, lastStep: number | null): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const time = Math.floor(now.getTime() / 1000)
  const found = speakeasy.totp.verifyDelta({ secret, encoding: 'base32', token: code, time, step: STEP_SECONDS, window: 1 })
  if (!found) return undefined
  const step = Math.floor(time / STEP_SECONDS) + found.delta
  // One that is further ahead was used when the clock was: what is shown now cannot have been.
  const isAhead = lastStep !== null && lastStep > Math.floor(time / STEP_SECONDS) + 1
  return lastStep === null || step > lastStep || isAhead ? step : undefined
}

/** Letters and digits that are not mistaken for each other. */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Ten codes of two groups, 49 bits each. */
export function newRecoveryCodes(): string[] {
  const group = () => Array.from({ length: 5 }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('')
  return Array.from({ length: 10 }, () => `${group()}-${group()}`)
}

/** A recovery code as it is compared: people leave out the hyphen and the capitals. */
export function normalizeRecoveryCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase()
}
