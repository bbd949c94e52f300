import type { Session } from '../../call/access/access.ts'
import { AppError } from '../../core/errors.ts'
import { type Secrets, sameBytes } from '../../core/secrets.ts'
import { fileErrors } from './file.facts.ts'

export interface IncomingFile {
  filename: string
  contentType: string
  bytes: AsyncIterable<Uint8Array>
}

/** A file whose bytes are stored. */
export interface SealedFile {
  filename: string
  contentType: string
  size: number
  sha256: string
  /** Proves that this user uploaded these bytes for this purpose. The hash alone proves nothing, because other people may know it. */
  seal: string
}

/** What an upload is for: an order, an attachment of the med with this id, or evidence. */
export type Purpose = 'order' | `med ${number}` | `evidence ${string}`

/**
 * Creates a seal, which proves that this user uploaded these bytes for this purpose. The seal is checked when the bytes are used in the same request;
 * no answer to a client contains it.
 */
export function sealUpload(secrets: Secrets, { customerId, userId }: Sealer, purpose: Purpose, sha256: string): string {
  return secrets.mac('kept file', customerId, userId, purpose, sha256).toString('base64url')
}
type Sealer = Pick<Session, 'customerId' | 'userId'>

/** @throws AppError upload_not_found for bytes that this user has not just uploaded for this purpose. */
export function expectSealedUpload(
  secrets: Secrets,
  session: Sealer,
  purpose: Purpose,
  { sha256, seal }: Pick<SealedFile, 'sha256' | 'seal'>,
): void {
  if (!sameBytes(Buffer.from(seal), Buffer.from(sealUpload(secrets, session, purpose, sha256))))
    throw new AppError(fileErrors.upload_not_found)
}
