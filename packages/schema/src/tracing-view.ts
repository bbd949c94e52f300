import { z } from 'zod'
import { id, isoDate, isoInstant, makePage, sha256Hex } from './common.ts'
import { tracingAsker, tracingBasis, tracingChannel, tracingDirection, tracingItemShown, tracingOrigin, tracingWish } from './tracing.ts'

/** The result of an item. `elsewhere`: it is on file, but at a location that the reader may not see. */
export const tracingResult = z.enum(['found', 'partly', 'notFound', 'outside', 'elsewhere'])
export type TracingResult = z.infer<typeof tracingResult>
export const tracingCounts = z.record(tracingResult, z.int())
export type TracingCounts = z.infer<typeof tracingCounts>

export const previousOwner = z.object({
  name: z.string(),
  gln: z.string().nullable(),
  place: z.string().nullable(),
  contactName: z.string().nullable(),
  emailAddress: z.string().nullable(),
  phone: z.string().nullable(),
})
export type PreviousOwner = z.infer<typeof previousOwner>

/** One record on file that matches an item: a package, with the order that brought it. */
export const tracingRecord = z.object({
  medId: id,
  gtin: z.string().nullable(),
  ndc: z.string().nullable(),
  serialNumber: z.string(),
  lotNumber: z.string().nullable(),
  expirationDate: isoDate.nullable(),
  productName: z.string().nullable(),
  strength: z.string().nullable(),
  dosageForm: z.string().nullable(),
  containerSize: z.string().nullable(),
  locationName: z.string(),
  isTypedIn: z.boolean(),
  isVoided: z.boolean(),
  isHeld: z.boolean(),
  documentId: id.nullable(),
  purchaseOrders: z.array(z.string()),
  hasStatement: z.boolean(),
  shippedAt: z.string().nullable(),
  receivedAt: isoInstant.nullable(),
  /** How the package was received, in words: "scanned", "with its case". */
  receivedHow: z.string().nullable(),
  seller: previousOwner.nullable(),
})
export type TracingRecord = z.infer<typeof tracingRecord>

export const tracingLine = z.object({
  number: z.int(),
  asked: tracingItemShown,
  result: tracingResult,
  /** Sentences that say which data is missing or what was searched. */
  said: z.array(z.string()),
  /** Sentences about other facts that a reader of the result should know, although no data is missing. */
  remarks: z.array(z.string()),
  records: z.array(tracingRecord),
  /** Number of matching records on file. For a lot or product with many packages, `records` contains only some of them. */
  amount: z.int(),
  /** True if the server stopped counting at `amount` although more records match. */
  hasMore: z.boolean(),
})
export type TracingLine = z.infer<typeof tracingLine>

export const tracingStanding = z.enum(['new', 'open', 'partly', 'answered', 'closed'])
export type TracingStanding = z.infer<typeof tracingStanding>

export const tracingSummary = z.object({
  id,
  number: z.int(),
  direction: tracingDirection,
  isDrill: z.boolean(),
  asker: tracingAsker,
  organization: z.string(),
  name: z.string().nullable(),
  isIdentityChecked: z.boolean(),
  basis: tracingBasis,
  reference: z.string().nullable(),
  about: z.string(),
  items: z.int(),
  counts: tracingCounts.nullable(),
  receivedAt: isoInstant,
  targetAt: isoInstant.nullable(),
  legalDueAt: isoInstant.nullable(),
  /** The days that the legal deadline skips, shown as "Thanksgiving does not count". */
  daysOff: z.array(z.object({ day: isoDate, name: z.string() })),
  statedDueAt: isoInstant.nullable(),
  acknowledgedAt: isoInstant.nullable(),
  answeredAt: isoInstant.nullable(),
  /** Time from which the sent answers cover all items; null if some items are not answered. */
  coveredAt: isoInstant.nullable(),
  endedAt: isoInstant.nullable(),
  standing: tracingStanding,
  /** Whether the last email about the request did not arrive. */
  isUndelivered: z.boolean(),
  /** Number of items for which the background search is finished; `counts` appears once all are finished. */
  searchedItems: z.int(),
  locationId: id.nullable(),
  locationName: z.string().nullable(),
})
export type TracingSummary = z.infer<typeof tracingSummary>

export const TRACING_VIEWS = ['open', 'in', 'out', 'drills', 'all'] as const
export const tracingSearch = z.object({
  view: z.enum(TRACING_VIEWS).default('open'),
  limit: z.int().min(1).max(200).default(50),
  cursor: z.string().max(50).optional(),
})
export type TracingSearch = z.output<typeof tracingSearch>
export const tracingFigures = z.object({
  toAnswer: z.int(),
  overdue: z.int(),
  nextDueAt: isoInstant.nullable(),
  waiting: z.int(),
  /** Number of requests answered in the last twelve months, without drills. */
  answered: z.int(),
  answeredInTarget: z.int(),
  /** The last drill, or null. Its `gaps` is null if the caller may not see all locations that the drill searched. */
  lastDrill: z.object({ id, endedAt: isoInstant, minutes: z.int(), gaps: z.int().nullable() }).nullable(),
  drillsInYear: z.int(),
})
export type TracingFigures = z.infer<typeof tracingFigures>
export const tracingList = z.object({ items: z.array(tracingSummary), nextCursor: z.string().nullable() })
export type TracingList = z.infer<typeof tracingList>

export const tracingSending = z.object({
  id,
  channel: z.enum(['mail', 'link', 'download', 'acknowledgment']),
  at: isoInstant,
  by: z.string(),
  to: z.string().nullable(),
  sha256: z.string().nullable(),
  /** State of an email: waiting, sent, failed or stopped. */
  mailStatus: z.string().nullable(),
  mailSentAt: isoInstant.nullable(),
  mailError: z.string().nullable(),
  expiresAt: isoInstant.nullable(),
  uses: z.int().nullable(),
  lastUsedAt: isoInstant.nullable(),
})
export type TracingSending = z.infer<typeof tracingSending>

export const tracingAnswer = z.object({
  id,
  number: z.int(),
  state: z.enum(['queued', 'building', 'ready', 'failed', 'discarded']),
  phase: z.string(),
  done: z.int(),
  total: z.int(),
  failure: z.string().nullable(),
  items: z.int(),
  /** True if the note, counts, gaps and files are left out because the answer covers locations that the caller cannot see. */
  isHidden: z.boolean(),
  note: z.string().nullable(),
  counts: tracingCounts,
  gaps: z.array(z.string()),
  files: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: sha256Hex })),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  madeAt: isoInstant,
  madeBy: z.string(),
  keptUntil: isoInstant.nullable(),
  isRemoved: z.boolean(),
  sentAt: isoInstant.nullable(),
  sendings: z.array(tracingSending),
})
export type TracingAnswer = z.infer<typeof tracingAnswer>

export const tracingEntry = z.object({
  id,
  at: isoInstant,
  by: z.string().nullable(),
  words: z.string(),
  text: z.string().nullable(),
  files: z.array(z.object({ id, filename: z.string(), size: z.int() })),
})
export type TracingEntry = z.infer<typeof tracingEntry>

export const tracingRequest = tracingSummary.extend({
  role: z.string().nullable(),
  emailAddress: z.string().nullable(),
  phone: z.string().nullable(),
  channel: tracingChannel,
  wish: tracingWish,
  incidentNumber: z.string().nullable(),
  note: z.string().nullable(),
  timeZone: z.string(),
  /** The last day on which the asker wants the answer, in the request's time zone. */
  statedDue: isoDate.nullable(),
  identityHow: z.string().nullable(),
  identityCheckedBy: z.string().nullable(),
  identityCheckedAt: isoInstant.nullable(),
  /** Header lines of the email that contained the request. */
  mailHeaders: z.string().nullable(),
  origin: tracingOrigin.nullable(),
  duplicateOf: z.object({ id, number: z.int() }).nullable(),
  createdBy: z.string().nullable(),
  endNote: z.string().nullable(),
  /** The records of a closed request are kept until the end of this day. */
  keptUntil: isoDate.nullable(),
  mayWrite: z.boolean(),
  answers: z.array(tracingAnswer),
  sendings: z.array(tracingSending),
  entries: z.array(tracingEntry),
})
export type TracingRequest = z.infer<typeof tracingRequest>

export const tracingFound = z.object({
  lines: z.array(tracingLine),
  counts: tracingCounts,
  /** What was searched, in words: "5 locations and 214,306 serial numbers since 03/02/2024". */
  searched: z.string(),
  searchedAt: isoInstant,
})
export type TracingFound = z.infer<typeof tracingFound>

export const tracingItemsSearch = z.object({
  requestId: id,
  limit: z.int().min(1).max(200).default(100),
  cursor: z.string().max(50).optional(),
})
export type TracingItemsSearch = z.output<typeof tracingItemsSearch>
export const tracingItemsPage = makePage(tracingLine)
