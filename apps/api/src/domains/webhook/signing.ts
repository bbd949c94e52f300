import { createHmac } from 'node:crypto'

const SECRET_PREFIX = 'whsec_'
export const SECRET_BYTES = 32

/** The secret as text, as the receiver gets it. */
export const writeSecret = (bytes: Buffer): string => SECRET_PREFIX + bytes.toString('base64')

interface Message {
  id: string
  /** The time of the attempt in seconds since 1970. */
  timestamp: number
  body: string
}

/**
 * The headers of one attempt (Standard Webhooks 1.0.0). Each valid secret adds a signature, so that during a rotation a receiver can verify with
 * either one.
 */
export function signatureHeaders({ id, timestamp, body }: Message, secrets: readonly string[]): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
}
