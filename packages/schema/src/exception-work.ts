import { z } from 'zod'
import { id, isoDate, reason } from './common.ts'
import { exceptionPerson } from './exception.ts'
import { closeReason, exceptionCategory, exceptionStatus, pdgKind } from './exception-words.ts'
import { seal } from './file.ts'

const notes = z.string().trim().max(2000).optional()
export const exceptionStatusChange = z.object({
  documentExceptionId: id,
  status: exceptionStatus,
  notes,
  /** Why the ticket is closed; used only if `status` is `CLOSED`. If a program omits it, the server records `other`. */
  reason: closeReason.optional(),
})
export const exceptionStatusAnswer = z.object({ documentExceptionId: id, status: exceptionStatus })
/** Ids of the tickets that the user selected, possibly on several loaded pages of the list. */
const chosen = z.array(id).min(1).max(1000)
export const exceptionsClosing = z.object({ documentExceptionIds: chosen, reason: closeReason, notes })
/**
 * Result of closing the selected tickets: `changed` is the number of tickets that were closed, and `left` lists the tickets that could not be closed,
 * each with the reason.
 */
export const exceptionsClosed = z.object({
  ok: z.literal(true),
  changed: z.int(),
  left: z.array(z.object({ ticketNumber: z.int(), why: z.string() })),
})
export const exceptionsOwner = z.object({ documentExceptionIds: chosen, userId: id.nullable() })
export const exceptionDue = z.object({ documentExceptionId: id, dueOn: isoDate })
export const exceptionKind = z.object({ documentExceptionId: id, category: exceptionCategory, reportKind: pdgKind.nullable() })
export const exceptionFollowing = z.object({ documentExceptionId: id, isFollowing: z.boolean() })

/**
 * A file that has arrived in packets, for a note or a new ticket. The seal proves that the caller uploaded it and that the server set the other
 * fields.
 */
export const ticketFile = z.object({
  filename: z.string().min(1).max(500),
  contentType: z.string().max(200),
  size: z.int(),
  sha256: z.string().length(64),
  seal,
})
export type TicketFile = z.output<typeof ticketFile>
/** The server's answer to each packet of a ticket's file. `file` is null until all packets have arrived. */
export const ticketFileTaken = z.object({ received: z.int(), totalPackets: z.int(), file: ticketFile.nullable() })
export const exceptionNote = z.object({
  documentExceptionId: id,
  text: z.string().trim().min(1, 'Write a note first.').max(5000),
  /** People to notify by email. */
  mentions: z.array(id).max(20).default([]),
  file: ticketFile.optional(),
})
export const exceptionPeople = z.array(exceptionPerson)
export const exceptionOk = z.object({ ok: z.literal(true), changed: z.int() })

export const newException = z.object({
  documentId: id,
  kind: z.enum(['unknownScan', 'overage', 'shortage', 'damage', 'wrongProduct']),
  notes,
  items: z
    .array(
      z.object({
        gtin: z.string().max(14).nullish(),
        serialNumber: z.string().max(100).nullish(),
        sscc: z.string().max(18).nullish(),
        lotNumber: z.string().max(100).nullish(),
        expirationDate: z.string().max(10).nullish(),
      }),
    )
    .max(1000)
    .default([]),
  /** For a shortage: true if the ticket is about everything that did not arrive. */
  allMissing: z.boolean().default(false),
  photo: ticketFile.optional(),
})
export type NewException = z.output<typeof newException>
export const newExceptionAnswer = z.object({ documentExceptionId: id, ticketNumber: z.int() })

/**
 * A downloaded file. For a ticket: its document or, if it has none, the ticket itself as JSON. For a file of a ticket: a photo or a partner's
 * attachment.
 */
export const exceptionDownload = z.object({ filename: z.string(), contentType: z.string(), base64: z.string() })
export const exceptionFileInput = z.object({ fileId: id })

export const exceptionSettings = z.object({ dueDays: z.int().min(1).max(60), remindDays: z.int().min(1).max(60) })
export type ExceptionSettings = z.infer<typeof exceptionSettings>

/** Releases product before its data has arrived; requires the name of the responsible pharmacist and the reason why the patient could not wait. */
export const exceptionEmergency = z.object({
  documentExceptionId: id,
  pharmacist: z.string().trim().min(3, 'Enter the name of the pharmacist.').max(200),
  reason,
})
