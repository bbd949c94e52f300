import { z } from 'zod'
import { gtin14, id, isoDate, isoInstant, personName, reason } from './common.ts'
import { DAY_MS } from './span.ts'

/** The reason why a scan at the counter was rejected. `setAside`: a person chose to set the package aside. */
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

/**
 * A stop of one of these kinds excludes its unit from bulk receipts until somebody answers the stop. `held` is missing, because a hold excludes its
 * unit even without a stop.
 */
export const BLOCKING_KINDS: ReadonlySet<StopKind> = new Set(['differs', 'expired', 'short', 'recalled', 'elsewhere', 'setAside'])

/** Number of days before its expiry from which a package is short-dated. */
export const SHORT_DATED_DAYS = 90

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

/** What a person decided about a stopped unit, which ends the stop. After `ticket` and `sentBack`, bulk receipts still skip the unit. */
export const stopAnswer = z.enum(['received', 'held', 'ticket', 'sentBack'])
export type StopAnswer = z.infer<typeof stopAnswer>

/** Milliseconds between the scan and the call that sends it, because an offline device sends later. At most 30 days. */
export const scannedMsAgo = z
  .int()
  .min(0)
  .max(30 * DAY_MS)
  .optional()

/** A day, or a month if the label's day is 00. */
export const labelDate = z.union([isoDate, z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)], {
  error: 'a day as YYYY-MM-DD, or a month as YYYY-MM',
})

/**
 * A scan that the counter rejected. The server finds the unit in the order by `serialNumber` and `gtin`; for a logistic unit `serialNumber` is its
 * SSCC.
 */
export const newStop = z.object({
  documentId: id,
  kind: stopKind,
  how: z.enum(['scan', 'serial']),
  serialNumber: z.string().trim().min(1).max(200),
  gtin: gtin14.optional(),
  lotNumber: z.string().trim().max(50).optional(),
  expirationDate: labelDate.optional(),
  /** The order or recall that caused the stop, in words. */
  about: z.string().trim().max(300).optional(),
  /** The device's id for the scan, so that a scan that is sent twice creates only one stop. */
  scanKey: z.string().max(100).optional(),
  scannedMsAgo,
})
export type NewStop = z.infer<typeof newStop>

export const stop = z.object({
  id,
  /** First line of the unit in the order; `lastLine` is the last line of its contents. Null if the order doesn't list the scanned package. */
  line: z.int().nullable(),
  lastLine: z.int().nullable(),
  medId: id.nullable(),
  kind: stopKind,
  how: z.enum(['scan', 'serial']),
  gtin: z.string().nullable(),
  serialNumber: z.string(),
  productName: z.string().nullable(),
  /** `lotNumber` and `expirationDate`: as on the label. `fileLotNumber` and `fileExpirationDate`: as in the file. */
  lotNumber: z.string().nullable(),
  expirationDate: z.string().nullable(),
  fileLotNumber: z.string().nullable(),
  fileExpirationDate: isoDate.nullable(),
  about: z.string().nullable(),
  /** Time of the scan. */
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
/** Blocking stops first, then the rest, each newest first; at most 200. */
export const stopList = z.array(stop)

/** Ranges of lines that stops exclude from bulk receipts. An order has few of them, so the list is never split into pages. */
export const stoppedLines = z.array(z.object({ line: z.int(), lastLine: z.int(), kind: stopKind, answer: stopAnswer.nullable() }))
export type StoppedLines = z.infer<typeof stoppedLines>

/** Records that the unit was returned to its sender and is no longer expected. */
export const stopSentBack = z.object({ documentId: id, stopId: id, reason })

/** A unit that a receipt skipped, and why. */
export const notReceived = z.object({
  serialNumber: z.string(),
  gtin: z.string().nullable(),
  /** `left`: the unit left with a shipment that is newer than this order. */
  why: z.enum([...stopKind.options, 'left']),
  answer: stopAnswer.nullable(),
  /** Why the unit was not received, in words. */
  said: z.string(),
})
export type NotReceived = z.infer<typeof notReceived>
