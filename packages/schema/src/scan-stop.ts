import { z } from 'zod'
import { gtin14, id, isoDate, isoInstant, personName, reason } from './common.ts'
import { DAY_MS } from './span.ts'

/** Why a scan at the counter did not receive what was scanned. `setAside`: a person said so. */
export const stopKind = z.enum([
  'differs',
  'expired',
  'short',
  'recalled',
  'held',
  'elsewhere',
  'notShipped',
  'unknown',
  'otherOrder',
  'setAside',
])
export type StopKind = z.infer<typeof stopKind>

/** Kinds after which no bulk receipt takes the unit until somebody answers. A hold keeps its unit out by itself. */
export const BLOCKING_KINDS: ReadonlySet<StopKind> = new Set(['differs', 'expired', 'short', 'recalled', 'elsewhere', 'setAside'])

/** Within so many days of its expiry a package is short-dated. */
export const SHORT_DATED_DAYS = 90

/** What a stop is called in a list. */
export const STOP_TITLES: Record<StopKind, string> = {
  differs: "label doesn't match the file",
  expired: 'expired',
  short: 'expires soon',
  recalled: 'recalled',
  held: 'on hold',
  elsewhere: 'received with another order',
  notShipped: 'not listed as shipped',
  unknown: 'not on any order',
  otherOrder: 'belongs to another order',
  setAside: 'set aside',
}

/** How a stop ended. After `ticket` and `sentBack` the unit stays out of bulk receipts. */
export const stopAnswer = z.enum(['received', 'held', 'ticket', 'sentBack'])
export type StopAnswer = z.infer<typeof stopAnswer>

/** Milliseconds between the scan and the call that sends it: a device without a network sends later. At most 30 days. */
export const scannedMsAgo = z
  .int()
  .min(0)
  .max(30 * DAY_MS)
  .optional()

/** A day, or a month where the label's day is 00. */
export const labelDate = z.union([isoDate, z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)], {
  error: 'a day as YYYY-MM-DD, or a month as YYYY-MM',
})

/** A scan that did not receive. The server finds its unit by the key; `serialNumber` is an SSCC for a logistic unit. */
export const newStop = z.object({
  documentId: id,
  kind: stopKind,
  how: z.enum(['scan', 'serial']),
  serialNumber: z.string().trim().min(1).max(200),
  gtin: gtin14.optional(),
  lotNumber: z.string().trim().max(50).optional(),
  expirationDate: labelDate.optional(),
  /** The order or the recall that it met, in words. */
  about: z.string().trim().max(300).optional(),
  /** The device's own name for the scan: the same one sent twice is one stop. */
  scanKey: z.string().max(100).optional(),
  scannedMsAgo,
})
export type NewStop = z.infer<typeof newStop>

export const stop = z.object({
  id,
  /** The unit of the order with all it holds; null where the order does not list what was scanned. */
  line: z.int().nullable(),
  lastLine: z.int().nullable(),
  medId: id.nullable(),
  kind: stopKind,
  how: z.enum(['scan', 'serial']),
  gtin: z.string().nullable(),
  serialNumber: z.string(),
  productName: z.string().nullable(),
  /** What the label said, and what the file says. */
  lotNumber: z.string().nullable(),
  expirationDate: z.string().nullable(),
  fileLotNumber: z.string().nullable(),
  fileExpirationDate: isoDate.nullable(),
  about: z.string().nullable(),
  /** When it was scanned. */
  at: isoInstant,
  userId: id,
  by: personName,
  isBlocking: z.boolean(),
  answer: stopAnswer.nullable(),
  answeredAt: isoInstant.nullable(),
  answeredBy: personName.nullable(),
  reason: z.string().nullable(),
  ticket: z.object({ documentExceptionId: id, ticketNumber: z.int() }).nullable(),
})
export type Stop = z.infer<typeof stop>
/** Those that block first, then the rest, each newest first; at most 200. */
export const stopList = z.array(stop)

/** Lines that no bulk receipt takes: few, so the whole list comes along. */
export const stoppedLines = z.array(z.object({ line: z.int(), lastLine: z.int(), kind: stopKind, answer: stopAnswer.nullable() }))
export type StoppedLines = z.infer<typeof stoppedLines>

/** The unit went back to its sender: it is not expected here any more. */
export const stopSentBack = z.object({ documentId: id, stopId: id, reason })

/** A unit that a receipt left out, and why. */
export const notReceived = z.object({
  serialNumber: z.string(),
  gtin: z.string().nullable(),
  why: stopKind,
  answer: stopAnswer.nullable(),
  /** One sentence. */
  said: z.string(),
})
export type NotReceived = z.infer<typeof notReceived>
