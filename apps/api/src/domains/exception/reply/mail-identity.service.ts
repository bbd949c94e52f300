import { createHash } from 'node:crypto'
import { storable } from '../../../core/text/storable.ts'
import type { IncomingMail } from './reply.rules.ts'

/**
 * Computes the key by which a repeated email is recognized: its Message-ID or, without one, a hash of everything that the sender wrote and attached.
 * Header fields that mail servers add are not hashed, because they differ between two attempts to deliver the same email.
 */
export function identifyMail(mail: IncomingMail): string {
  const { from, subject, headers, writing, attachments } = mail
  if (mail.messageId) return storable(mail.messageId).slice(0, 500)
  const hash = createHash('sha256')
  const parts = [
    from,
    subject,
    headers.get('date') ?? '',
    writing.all,
    ...attachments.flatMap(({ filename, content }) => [filename, content]),
  ]
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    hash.update(`${bytes.length} `).update(bytes)
  }
  return hash.digest('hex')
}
