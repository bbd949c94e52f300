import { EVIDENCE_BYTES, type Evidence, type Packet } from '@seriatim/schema'
import { must, type Session } from '../../call/access/access.ts'
import { audit, auditNothing } from '../../call/audit.ts'
import type { Context } from '../../call/context.ts'
import { AppError } from '../../core/errors.ts'
import type { CustomerTx } from '../../db/types.ts'
import { TooLargeError } from '../../outside/storage.ts'
import { lockQuota } from './attachment.queries.ts'
import { detectAttachmentType, expectStorageRoom } from './attachment.service.ts'
import { findEvidence, findUploadedEvidence, insertEvidence } from './evidence.queries.ts'
import { fileErrors } from './file.facts.ts'
import { lockUploadedBytes, peekTypeBytes } from './file.service.ts'
import { safeName } from './file-name.rules.ts'
import { keepPacket } from './packet.service.ts'
import { type IncomingFile, type SealedFile, sealUpload } from './upload-seal.ts'

/** The subject of an evidence file; only records of that subject can refer to the file. */
export type About = `partner ${number}` | `location ${number}` | `verification ${number}`

interface Place {
  about: About
  /** null: visible to everyone at the customer */
  locationId: number | null
}

/**
 * The right that each kind of evidence file requires: a partner's file the partner right, a location's file the GLN right, and a manufacturer's
 * answer the verification right at its location.
 */
const RIGHTS = {
  partner: { read: 'partner:read', subject: 'partner' },
  location: { read: 'gln:read', subject: 'location' },
  verification: { read: 'verification:read', subject: 'location' },
} as const
type Kind = keyof typeof RIGHTS
const subjectKind = (about: string) => about.split(' ')[0] as Kind // `about` is stored as an `About`, whose first word is a `Kind`
const pickSubjectId = (about: string) => Number(about.split(' ')[1])

/**
 * Accepts a packet of a file; the last packet creates the file, which a license or another record may then refer to. The caller must have checked the
 * right.
 *
 * @throws AppError the errors of a packet, attachment_empty, attachment_is_program, evidence_too_large, storage_full.
 */
export async function uploadEvidence(ctx: Context, session: Session, { about, locationId }: Place, packet: Packet) {
  const known = { userId: session.userId, about, groupId: String(packet.groupId), fileId: String(packet.id) }
  const { totalPackets } = packet
  const before = await ctx.inTx('read only', async (tx) => {
    await expectStorageRoom(tx, session.now, ctx.config, 0)
    return findUploadedEvidence(tx, known)
  })
  if (before) {
    auditNothing(session)
    return toEvidenceAnswer(before, totalPackets)
  }
  const whole = await keepPacket(ctx, session, packet, {
    scope: `evidence ${about} `,
    maxBytes: EVIDENCE_BYTES,
    tooLarge: fileErrors.evidence_too_large,
    keep: (file) => storeEvidence(ctx, session, about, file),
  })
  if ('isPartial' in whole) {
    auditNothing(session)
    return { received: whole.received, totalPackets, evidence: null }
  }
  return ctx.inTx('read write', async (tx) => {
    await lockQuota(tx)
    const size = await lockUploadedBytes(tx, ctx.storage, session, whole.sha256)
    await expectStorageRoom(tx, session.now, ctx.config, size)
    const row = await insertEvidence(tx, {
      locationId,
      about,
      filename: whole.filename,
      contentType: whole.contentType,
      size,
      sha256: whole.sha256,
      createdAt: session.now,
      createdById: session.userId,
      uploadGroup: known.groupId,
      uploadFile: known.fileId,
    })
    const detail = { filename: row.filename, size, sha256: row.sha256 }
    await audit(tx, session, {
      action: 'evidence.new',
      subject: RIGHTS[subjectKind(about)].subject,
      subjectId: pickSubjectId(about),
      detail,
    })
    return toEvidenceAnswer(row, totalPackets)
  })
}

const toEvidenceAnswer = (row: Evidence, totalPackets: number) => ({ received: totalPackets, totalPackets, evidence: asEvidence(row) })
const asEvidence = ({ id, filename, contentType, size }: Evidence): Evidence => ({ id, filename, contentType, size })

async function storeEvidence(ctx: Context, session: Session, about: About, { filename, bytes }: IncomingFile): Promise<SealedFile> {
  const name = safeName(filename)
  const { head, rest } = await peekTypeBytes(bytes)
  const contentType = await detectAttachmentType(name, head)
  try {
    const stored = await ctx.storage.put(session.customerId, rest, { maxBytes: EVIDENCE_BYTES })
    return { filename: name, contentType, ...stored, seal: sealUpload(ctx.secrets, session, `evidence ${about}`, stored.sha256) }
  } catch (error) {
    if (error instanceof TooLargeError) throw new AppError(fileErrors.evidence_too_large, { cause: error })
    throw error
  }
}

/**
 * Checks that a record may refer to this evidence file: the file must be about the record's subject. A file that the record already refers to
 * (`known`) is always accepted.
 * @throws AppError evidence_not_found.
 */
export async function expectEvidence(tx: CustomerTx, about: About, evidenceId: number | null, known: number | null = null): Promise<void> {
  if (evidenceId === null || evidenceId === known) return
  if ((await findEvidence(tx, evidenceId))?.about !== about) throw new AppError(fileErrors.evidence_not_found)
}

/** Reads the bytes of an evidence file. @throws AppError evidence_not_found, also if the caller may not see its subject. */
export async function readEvidence(ctx: Pick<Context, 'inTx' | 'storage'>, session: Session, kind: Kind, evidenceId: number) {
  const row = await ctx.inTx('read write', async (tx) => {
    const found = await findEvidence(tx, evidenceId)
    if (!found || subjectKind(found.about) !== kind) throw new AppError(fileErrors.evidence_not_found)
    must(session, RIGHTS[kind].read, found.locationId)
    const detail = { filename: found.filename, sha256: found.sha256 }
    await audit(tx, session, { action: 'evidence.download', subject: RIGHTS[kind].subject, subjectId: pickSubjectId(found.about), detail })
    return found
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of (await ctx.storage.get(session.customerId, row.sha256)) as AsyncIterable<Uint8Array>) chunks.push(chunk) // Node's types declare stream chunks as any
  return { filename: row.filename, contentType: row.contentType, base64: Buffer.concat(chunks).toString('base64') }
}
