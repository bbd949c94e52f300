import { z } from 'zod'
import { id, isOneLine, isoDate, isoInstant, optionalDay, optionalText, sha256Hex } from './common.ts'

/** Why somebody asks where a package came from. */
export const TRACING_BASES = {
  recall: 'Recall',
  suspect: 'Suspect product',
  illegitimate: 'Illegitimate product',
  inspection: 'Inspection',
  audit: 'Audit',
  other: 'Another reason',
} as const
export type TracingBasis = keyof typeof TRACING_BASES

export const TRACING_ASKERS = {
  fda: 'FDA',
  state: 'State board or another agency',
  partner: 'Trading partner',
  other: 'Somebody else',
} as const
export type TracingAsker = keyof typeof TRACING_ASKERS

export const TRACING_CHANNELS = {
  email: 'Email',
  phone: 'Phone',
  letter: 'Letter or fax',
  visit: 'In person',
  portal: 'Portal',
  program: 'Another program',
} as const
export type TracingChannel = keyof typeof TRACING_CHANNELS

export const TRACING_WISHES = {
  information: 'Transaction information and statement',
  lastOwner: 'The previous owner',
  allOwners: 'All owners on file',
} as const
export type TracingWish = keyof typeof TRACING_WISHES

const keysOf = <Of extends Record<string, string>>(of: Of) => z.enum(Object.keys(of) as [keyof Of & string, ...(keyof Of & string)[]]) // the keys, at least one

export const tracingBasis = keysOf(TRACING_BASES)
export const tracingAsker = keysOf(TRACING_ASKERS)
export const tracingChannel = keysOf(TRACING_CHANNELS)
export const tracingWish = keysOf(TRACING_WISHES)
export const tracingDirection = z.enum(['in', 'out'])

/** Serial numbers and lots that one request may ask about. */
export const MOST_TRACING_ITEMS = 10_000
/** Bytes of a request that is read from a file. */
export const MOST_TRACING_FILE = 5_000_000

const code = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(isOneLine, 'Line breaks do not fit here.')
    .nullish()
    .transform((text) => text || null)

/** One thing that is asked about; at least one of serial number, lot, GTIN and NDC. */
export const tracingItem = z
  .object({
    gtin: code(20),
    ndc: code(20),
    serialNumber: code(60),
    lotNumber: code(60),
    expirationDate: optionalDay,
    /** First and last day of receiving. */
    from: optionalDay,
    to: optionalDay,
  })
  .refine(({ gtin, ndc, serialNumber, lotNumber }) => gtin ?? ndc ?? serialNumber ?? lotNumber, {
    error: 'An item needs a serial number, a lot, a GTIN or an NDC.',
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], error: 'The last day is before the first.' })
export type TracingItem = z.output<typeof tracingItem>

const person = {
  organization: z.string().trim().min(1, 'Enter who asks.').max(200).refine(isOneLine, 'Line breaks do not fit here.'),
  name: optionalText(200),
  role: optionalText(100),
  emailAddress: optionalText(254),
  phone: optionalText(50),
}

const asked = {
  asker: tracingAsker,
  ...person,
  basis: tracingBasis,
  wish: tracingWish.default('information'),
  reference: optionalText(100),
  /** Number of the FDA's incident, as on Form FDA 3911. */
  incidentNumber: optionalText(100),
  /** The day by which they want the answer. */
  statedDue: optionalDay,
  note: optionalText(2000),
}

/** What a request was begun from, so that both lead to each other. */
export const tracingOrigin = z.object({ kind: z.enum(['med', 'recall', 'incident', 'exception']), id })
export type TracingOrigin = z.infer<typeof tracingOrigin>

const items = z
  .array(tracingItem)
  .min(1, 'Enter what is asked about: a serial number, a lot, a GTIN or an NDC.')
  .max(MOST_TRACING_ITEMS, `A request takes ${MOST_TRACING_ITEMS.toLocaleString('en-US')} items at most. Record the rest as another request.`)

/** A request that came to us. */
export const newTracingRequest = z.object({
  ...asked,
  channel: tracingChannel,
  receivedAt: isoInstant,
  /** The location that is asked; null: the whole company. */
  locationId: id.nullable().default(null),
  /** How the asker's identity was checked; null: not checked yet. */
  identityHow: optionalText(500),
  items,
  origin: tracingOrigin.nullable().default(null),
  /** Records it although the same request is on file. */
  again: z.boolean().default(false),
})
export type NewTracingRequest = z.output<typeof newTracingRequest>

/** A request of ours to a trading partner. */
export const newTracingAsk = z.object({
  tradingPartnerId: id,
  to: z.string().trim().min(1, 'Enter at least one address in To.').max(2000),
  basis: tracingBasis,
  wish: tracingWish.default('lastOwner'),
  locationId: id.nullable().default(null),
  /** The day by which we want the answer. */
  dueOn: isoDate,
  text: z.string().trim().min(1, 'Write what you need.').max(10_000),
  items,
  origin: tracingOrigin.nullable().default(null),
})
export type NewTracingAsk = z.output<typeof newTracingAsk>

/**
 * Version 1 of our own format for requests, `seriatim.trace.v1` (docs/tracing.md). Unknown fields are ignored. An item may list many serial numbers.
 */
export const traceFileItem = z.object({
  gtin: code(20),
  ndc: code(20),
  serialNumber: code(60),
  serialNumbers: z.array(z.string().trim().min(1).max(60)).max(MOST_TRACING_ITEMS).optional(),
  lotNumber: code(60),
  expirationDate: optionalDay,
  from: optionalDay,
  to: optionalDay,
})
export const traceFile = z.object({
  format: z.literal('seriatim.trace.v1'),
  request: z.object({
    organization: optionalText(200),
    name: optionalText(200),
    role: optionalText(100),
    emailAddress: optionalText(254),
    phone: optionalText(50),
    asker: tracingAsker.nullish(),
    basis: tracingBasis.nullish(),
    wish: tracingWish.nullish(),
    reference: optionalText(100),
    incidentNumber: optionalText(100),
    statedDue: optionalDay,
    note: optionalText(2000),
    items: z.array(traceFileItem).min(1).max(MOST_TRACING_ITEMS),
  }),
})
export type TraceFile = z.output<typeof traceFile>

export const tracingFileText = z.object({ filename: z.string().max(200), text: z.string().max(MOST_TRACING_FILE) })
/** What a file asks, to be looked at before it is recorded. `refused` counts lines that are no items; `named` holds the first of them. */
export const tracingFileRead = z.object({
  request: traceFile.shape.request.omit({ items: true }).nullable(),
  items: z.array(tracingItem),
  refused: z.int(),
  named: z.array(z.object({ line: z.int(), why: z.string() })),
})
export type TracingFileRead = z.output<typeof tracingFileRead>

/** How an item stands. `elsewhere`: on file at a location that the reader may not see. */
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

/** One record on file that an item asks about: a package, with the order that brought it. */
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
  /** "scanned", "with its case" */
  receivedHow: z.string().nullable(),
  seller: previousOwner.nullable(),
})
export type TracingRecord = z.infer<typeof tracingRecord>

export const tracingLine = z.object({
  number: z.int(),
  asked: tracingItem,
  result: tracingResult,
  /** What is missing, or what was searched; sentences. */
  said: z.array(z.string()),
  /** What a reader should know and what is no gap. */
  remarks: z.array(z.string()),
  records: z.array(tracingRecord),
  /** Records on file; more than `records` for a lot or product with many packages. */
  amount: z.int(),
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
  /** "Thanksgiving does not count" */
  daysOff: z.array(z.object({ day: isoDate, name: z.string() })),
  statedDueAt: isoInstant.nullable(),
  acknowledgedAt: isoInstant.nullable(),
  answeredAt: isoInstant.nullable(),
  endedAt: isoInstant.nullable(),
  standing: tracingStanding,
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
  /** Of the requests answered in the last twelve months, drills apart. */
  answered: z.int(),
  answeredInTarget: z.int(),
  lastDrill: z.object({ id, endedAt: isoInstant, minutes: z.int(), gaps: z.int() }).nullable(),
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
  /** Of a mail: waiting, sent, failed or stopped. */
  mailStatus: z.string().nullable(),
  mailSentAt: isoInstant.nullable(),
  mailError: z.string().nullable(),
  /** Of a link. */
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
  identityHow: z.string().nullable(),
  identityCheckedBy: z.string().nullable(),
  identityCheckedAt: isoInstant.nullable(),
  /** Header lines of the mail that it came in. */
  mailHeaders: z.string().nullable(),
  origin: tracingOrigin.nullable(),
  duplicateOf: z.object({ id, number: z.int() }).nullable(),
  createdBy: z.string().nullable(),
  endNote: z.string().nullable(),
  /** Until the end of this day the records of a closed request are kept. */
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
  /** "5 locations and 214,306 serial numbers since 03/02/2024" */
  searched: z.string(),
  searchedAt: isoInstant,
})
export type TracingFound = z.infer<typeof tracingFound>

export const tracingRef = z.object({ requestId: id })
export const tracingAnswerRef = z.object({ requestId: id, answerId: id })
export const newTracingAnswer = z.object({
  requestId: id,
  /** Numbers of items; empty: all. */
  numbers: z.array(z.int().positive()).max(MOST_TRACING_ITEMS).default([]),
  note: optionalText(2000),
})
export type NewTracingAnswer = z.output<typeof newTracingAnswer>
export const tracingMail = z.object({
  requestId: id,
  answerId: id,
  to: z.string().trim().min(1, 'Enter at least one address in To.').max(2000),
  text: z.string().trim().min(1, 'Write a line to the reader.').max(10_000),
  days: z.int().min(1).max(30).default(30),
})
export type TracingMail = z.output<typeof tracingMail>
export const tracingAcknowledgment = z.object({ requestId: id, to: z.string().trim().max(2000).default('') })
export const tracingIdentity = z.object({ requestId: id, how: z.string().trim().min(3, 'Say how you checked it.').max(500) })
export const tracingEnd = z.object({ requestId: id, note: optionalText(500) })
export const tracingFile = z.object({ requestId: id, fileId: id })
export const tracingLink = z.object({ requestId: id, answerId: id, days: z.int().min(1).max(30) })
export const newTracingLink = z.object({ path: z.string(), expiresAt: isoInstant })
export const newDrill = z.object({ packages: z.int().min(1).max(50).default(3), locationId: id.nullable().default(null) })
export type NewDrill = z.output<typeof newDrill>

/** What the form begins with, from a package, a recall, an incident or a ticket. */
export const tracingStart = z.object({
  items: z.array(tracingItem),
  basis: tracingBasis,
  locationId: id.nullable(),
  about: z.string(),
})
export type TracingStart = z.output<typeof tracingStart>
export const tracingChoices = z.object({
  locations: z.array(z.object({ id, name: z.string() })),
  partners: z.array(z.object({ id, name: z.string(), emailAddress: z.string().nullable() })),
  /** The address to which others mail their requests; null: this installation takes no mail. */
  address: z.string().nullable(),
})
export type TracingChoices = z.infer<typeof tracingChoices>
export const createdTracing = z.object({
  id: id.nullable(),
  number: z.int().nullable(),
  /** The same request on file; nothing was recorded. */
  same: z.object({ id, number: z.int(), receivedAt: isoInstant }).nullable(),
})
export type CreatedTracing = z.infer<typeof createdTracing>
