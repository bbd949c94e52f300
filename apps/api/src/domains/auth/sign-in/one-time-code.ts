import { randomInt } from 'node:crypto'
import type { Secrets } from '../../../core/secrets.ts'

/** Six digits (decision 5). */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** The stored form of a code. It is useless without SECRET_KEY, and it is valid for this attempt only. */
export function codeMac(secrets: Secrets, sessionId: number, code: string): Buffer {
  return secrets.mac('one-time code', sessionId, code)
}

export function codeMail(brand: string, code: string, minutes: number): { subject: string; text: string } {
  return {
    subject: `${brand}: your one time security code`,
    text: `Your one time security code is ${code}\n\nIt works once, for ${minutes} minutes.\n\nIf you did not try to sign in, somebody knows your password: change it.\n`,
  }
}

export function temporaryPasswordMail(brand: string, password: string, minutes: number): { subject: string; text: string } {
  return {
    subject: `${brand}: your temporary password`,
    text: `Your temporary password is ${password}\n\nIt works once, for ${minutes} minutes. Sign in with it; you will then choose a new password.\nUntil you use it, your old password keeps working.\n\nIf you did not ask for this, you can ignore this email.\n`,
  }
}

/** The address as the code form shows it: enough to recognize it, but not enough to learn it. */
export function maskAddress(emailAddress: string): string {
  const [name = '', domain = ''] = emailAddress.split('@')
  return `${name.slice(0, 1)}•••${name.length > 2 ? name.slice(-1) : ''}@${domain}`
}
