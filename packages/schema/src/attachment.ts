import { z } from 'zod'
import { id, isoInstant, ok, personName, reason, sha256Hex } from './common.ts'
import { seal } from './file.ts'

/** Limits on a med's attachments (rest.md). */
export const ATTACHMENT_BYTES = 50 * 1024 * 1024
export const ATTACHMENTS_PER_MED = 20

const flag = z.union([z.boolean(), z.literal('')]).optional()

/** Fields that every packet of an attachment has in addition to the usual fields of a packet (P1 §7). */
export const attachmentPacket = z.object({ medId: id, isEpcisGenerated: flag })

/** A file attached to a med. The file's bytes are already in storage (decision 18). */
export const storedAttachment = z.object({
  medId: id,
  isEpcisGenerated: flag,
  filename: z.string().min(1).max(500),
  contentType: z.string().max(200),
  size: z.int().nonnegative(),
  sha256: sha256Hex,
  seal,
  totalPackets: z.int().min(1),
  /**
   * The sender chooses `groupId` and `fileId`, which together identify an upload. Sending an upload with the same ids again creates no second
   * attachment.
   */
  groupId: z.string().max(200).optional(),
  fileId: z.string().max(200).optional(),
})

export const attachmentTaken = z.object({ received: z.int(), totalPackets: z.int(), attachmentId: id })

export const attachmentInput = z.object({ attachmentId: id, isEpcisGenerated: flag })

export const attachmentFile = z.object({
  filename: z.string(),
  contentType: z.string(),
  /** Hash of the file's bytes, by which the storage finds them, and their number. The transport streams the bytes to the caller. */
  stored: z.object({ sha256: z.string(), size: z.int() }),
})

export const packetsInput = z.object({ medId: id, groupId: z.string().min(1).max(100), id: z.string().min(1).max(100) })
/** Numbers of the packets that have arrived, so that an interrupted upload can resume. */
export const packetsArrived = z.object({ packets: z.array(z.int()) })

export const attachmentDeletion = z.object({ attachmentId: id, reason: reason.optional() })
export const attachmentDeleted = ok

export const attachment = z.object({
  id,
  filename: z.string(),
  contentType: z.string(),
  timeStamp: isoInstant,
  size: z.int(),
  by: personName.nullable(),
  /** Whether the caller may delete the attachment, and whether that requires a reason (decision 45). */
  mayDelete: z.boolean(),
  needsReason: z.boolean(),
})
export type Attachment = z.infer<typeof attachment>
