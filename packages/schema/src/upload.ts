import { z } from 'zod'
import { id, isoInstant, reason, sha256Hex } from './common.ts'
import { seal } from './file.ts'
import { outcome, uploadStatus } from './upload-outcome.ts'

/** A file whose bytes are already in storage, because the transport stores them before it calls the procedure (decision 18). */
export const storedUpload = z.object({
  /** Whether the server waits for the outcome of the upload, for at most 20 s, before it answers. */
  wait: z.boolean().default(true),
  filename: z.string().min(1).max(500),
  contentType: z.string().max(200),
  size: z.int().nonnegative(),
  sha256: sha256Hex,
  seal,
})

export const finding = z.object({
  type: z.string(),
  severity: z.enum(['reject', 'warn']),
  message: z.string(),
  hint: z.string().nullable(),
  section: z.string(),
  path: z.string().nullable(),
  line: z.int().nullable(),
  column: z.int().nullable(),
  event: z.int().nullable(),
  value: z.string().nullable(),
})
export type FindingShown = z.infer<typeof finding>

/** Number of findings by severity, including unlisted ones: `truncated` has only their number per type. */
export function countFindings(
  findings: readonly Pick<FindingShown, 'type' | 'severity'>[],
  truncated: Readonly<Record<string, number>>,
): { reject: number; warn: number; all: number } {
  const counts = { reject: 0, warn: 0 }
  for (const { severity } of findings) counts[severity] += 1
  for (const [type, more] of Object.entries(truncated)) counts[findings.find((one) => one.type === type)?.severity ?? 'warn'] += more
  return { ...counts, all: counts.reject + counts.warn }
}

/** Phases of reading an upload. In `writing`, all rows are written at once, and the upload can no longer be stopped. */
export const uploadPhase = z.enum(['reading', 'writing'])

export const upload = z.object({
  id,
  filename: z.string(),
  size: z.int(),
  timeStamp: isoInstant,
  by: z.string(),
  status: uploadStatus,
  outcome,
  documentId: id.nullable(),
  ticketNumber: z.int().nullable(),
  purchaseOrderNumbers: z.array(z.string()),
  findings: z.int(),
  progress: z.object({ done: z.int(), total: z.int(), phase: uploadPhase, secondsLeft: z.int().nullable() }).nullable(),
})
export type Upload = z.infer<typeof upload>

/** One upload with its document's data, for the verdict panel of the upload screen. */
export const uploadDetail = upload.extend({
  senderName: z.string().nullable(),
  locationName: z.string().nullable(),
  placedBy: z.string().nullable(),
  amountOfMeds: z.int(),
  packages: z.int(),
  events: z.int(),
  notShipped: z.int(),
  seconds: z.number().nullable(),
  /** The GLNs to which the document is addressed, if no addressee is on file here; otherwise empty. */
  unknownGlns: z.array(z.string()),
  findingList: z.array(finding),
  truncated: z.record(z.string(), z.int()),
})
export type UploadDetail = z.infer<typeof uploadDetail>
export const uploadList = z.array(upload)
export const uploadInput = z.object({ uploadId: id })

/** The documented answer of file/upload/order (rest.md), plus the upload's own id. */
export const uploadAnswer = z.object({
  uploadId: id,
  documentId: id.nullable(),
  status: uploadStatus,
  amountOfMeds: z.int().nullable(),
  ticketNumber: z.int().nullable(),
  outcome,
  /** The outcome in one or two sentences. */
  message: z.string(),
})
export type UploadAnswer = z.infer<typeof uploadAnswer>

export const epcisDocumentFile = z.object({
  document: z.object({ name: z.string(), timeStamp: isoInstant, contentType: z.string() }),
  /** Hash and size of the file's bytes in the storage, from which the transport streams them to the caller. */
  stored: z.object({ sha256: z.string(), size: z.int() }),
})

export const sampleOrder = z.object({ uploadId: id })

/** The decision about a document that has the same identifier as an earlier one but different bytes (decision 29). */
export const settleDiffering = z.object({ uploadId: id, choice: z.enum(['keep', 'replace', 'ignore']), reason })
