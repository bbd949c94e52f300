import { z } from 'zod'
import { id, isOneLine, isoDate, isoInstant, optionalDay, optionalText } from './common.ts'

/** Reasons for asking where a package came from. */
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
  program: 'Another system',
} as const
export type TracingChannel = keyof typeof TRACING_CHANNELS

export const TRACING_WISHES = {
  information: 'Transaction information and statement',
  lastOwner: 'The previous owner',
  allOwners: 'All owners on file',
} as const
export type TracingWish = keyof typeof TRACING_WISHES

const keysOf = <Of extends Record<string, string>>(of: Of) => z.enum(Object.keys(of) as [keyof Of & string, ...(keyof Of & string)[]]) // Object.keys() returns string[], and the list is never empty

export const tracingBasis = keysOf(TRACING_BASES)
export const tracingAsker = keysOf(TRACING_ASKERS)
export const tracingChannel = keysOf(TRACING_CHANNELS)
export const tracingWish = keysOf(TRACING_WISHES)
export const tracingDirection = z.enum(['in', 'out'])

/** Maximum number of serial numbers and lots in one request. */
export const MOST_TRACING_ITEMS = 10_000
/** Maximum size in bytes of a file from which a request is read. */
export const MOST_TRACING_FILE = 5_000_000

const code = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(isOneLine, 'Line breaks are not allowed here.')
    .nullish()
    .transform((text) => text || null)

/** One item of a request, with at least one of serial number, lot, GTIN and NDC. */
export const tracingItem = z
  .object({
    gtin: code(20),
    ndc: code(20),
    serialNumber: code(60),
    lotNumber: code(60),
    expirationDate: optionalDay,
    /** First and last day (`from` and `to`) of the period in which the packages were received. */
    from: optionalDay,
    to: optionalDay,
  })
  .refine(({ gtin, ndc, serialNumber, lotNumber }) => gtin ?? ndc ?? serialNumber ?? lotNumber, {
    error: 'An item needs a serial number, a lot, a GTIN or an NDC.',
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], error: 'The end date is before the start date.' })
export type TracingItem = z.output<typeof tracingItem>

/** An item as it is shown: all fields are present, and those without a value are null. */
export const tracingItemShown = z.object({
  gtin: z.string().nullable(),
  ndc: z.string().nullable(),
  serialNumber: z.string().nullable(),
  lotNumber: z.string().nullable(),
  expirationDate: isoDate.nullable(),
  from: isoDate.nullable(),
  to: isoDate.nullable(),
}) satisfies z.ZodType<TracingItem>

const person = {
  organization: z.string().trim().min(1, 'Enter who is asking.').max(200).refine(isOneLine, 'Line breaks are not allowed here.'),
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
  /** The FDA's incident number, as on Form FDA 3911. */
  incidentNumber: optionalText(100),
  /** The day by which the asker wants the answer. */
  statedDue: optionalDay,
  note: optionalText(2000),
}

/** The record from which a request was started, so that the request and the record link to each other. */
export const tracingOrigin = z.object({ kind: z.enum(['med', 'recall', 'incident', 'exception']), id })
export type TracingOrigin = z.infer<typeof tracingOrigin>

const items = z
  .array(tracingItem)
  .min(1, 'Enter what the request asks about: a serial number, a lot, a GTIN or an NDC.')
  .max(
    MOST_TRACING_ITEMS,
    `A request can have at most ${MOST_TRACING_ITEMS.toLocaleString('en-US')} items. Record the rest as another request.`,
  )

/** The arrival of a request: time, channel and location. */
const arrival = {
  channel: tracingChannel,
  receivedAt: isoInstant.max(40),
  /** The location that is asked; null for the whole company */
  locationId: id.nullable(),
}

/** A request that somebody sent to us. */
export const newTracingRequest = z.object({
  ...asked,
  ...arrival,
  locationId: arrival.locationId.default(null),
  /** How the asker's identity was checked; null if it has not been checked yet */
  identityHow: optionalText(500),
  items,
  origin: tracingOrigin.nullable().default(null),
  /** Whether to record the request although the same one is already on file. */
  again: z.boolean().default(false),
})
export type NewTracingRequest = z.output<typeof newTracingRequest>

/** A request that we send to a trading partner. */
export const newTracingAsk = z.object({
  tradingPartnerId: id,
  to: z.string().trim().min(1, 'Enter at least one address in To.').max(2000),
  basis: tracingBasis,
  wish: tracingWish.default('lastOwner'),
  locationId: id.nullable().default(null),
  /** The day by which we want the answer. */
  dueOn: isoDate,
  text: z.string().trim().min(1, 'Enter a message.').max(10_000),
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
/**
 * The contents of a request file, for review before it is recorded. `refused` is the number of lines that contain no item; `named` lists the first few
 * of them.
 */
export const tracingFileRead = z.object({
  request: z
    .object({
      organization: z.string().nullable(),
      name: z.string().nullable(),
      role: z.string().nullable(),
      emailAddress: z.string().nullable(),
      phone: z.string().nullable(),
      asker: tracingAsker.nullish(),
      basis: tracingBasis.nullish(),
      wish: tracingWish.nullish(),
      reference: z.string().nullable(),
      incidentNumber: z.string().nullable(),
      statedDue: isoDate.nullable(),
      note: z.string().nullable(),
    })
    .nullable(),
  items: z.array(tracingItemShown),
  refused: z.int(),
  named: z.array(z.object({ line: z.int(), why: z.string() })),
})
export type TracingFileRead = z.output<typeof tracingFileRead>

export const tracingRef = z.object({ requestId: id })
export const tracingAnswerRef = z.object({ requestId: id, answerId: id })
export const newTracingAnswer = z.object({
  requestId: id,
  /** Numbers of the items to answer; empty for all */
  numbers: z.array(z.int().positive()).max(MOST_TRACING_ITEMS).default([]),
  note: optionalText(2000),
})
export type NewTracingAnswer = z.output<typeof newTracingAnswer>
export const tracingMail = z.object({
  requestId: id,
  answerId: id,
  to: z.string().trim().min(1, 'Enter at least one address in To.').max(2000),
  text: z.string().trim().min(1, 'Write a message to the recipient.').max(10_000),
  days: z.int().min(1).max(30).default(30),
})
export type TracingMail = z.output<typeof tracingMail>
export const tracingAcknowledgment = z.object({ requestId: id, to: z.string().trim().max(2000).default('') })
export const tracingIdentity = z.object({ requestId: id, how: z.string().trim().min(3, 'Enter how you verified the requester.').max(500) })
/** All fields of a request after its correction. An optional field that is left out is cleared. */
export const tracingChange = z.object({ requestId: id, ...asked, wish: tracingWish, ...arrival })
export type TracingChange = z.output<typeof tracingChange>
export const moreTracingItems = z.object({ requestId: id, items })
export type MoreTracingItems = z.output<typeof moreTracingItems>
export const tracingSendingRef = z.object({ requestId: id, sendingId: id })
export const tracingPdf = z.object({ filename: z.string(), base64: z.string() })
export const tracingAnswerFile = z.object({ filename: z.string(), stored: z.object({ sha256: z.string(), size: z.number() }) })
export const tracingEnd = z.object({ requestId: id, note: optionalText(500) })
export const tracingFile = z.object({ requestId: id, fileId: id })
export const tracingLink = z.object({ requestId: id, answerId: id, days: z.int().min(1).max(30) })
export const newTracingLink = z.object({ path: z.string(), expiresAt: isoInstant })
export const newDrill = z.object({ packages: z.int().min(1).max(50).default(3), locationId: id.nullable().default(null) })
export type NewDrill = z.output<typeof newDrill>

/** The initial values of the form, from a package, a recall, an incident or a ticket. */
export const tracingStart = z.object({
  items: z.array(tracingItemShown),
  basis: tracingBasis,
  locationId: id.nullable(),
  about: z.string(),
})
export type TracingStart = z.output<typeof tracingStart>
export const tracingChoices = z.object({
  locations: z.array(z.object({ id, name: z.string() })),
  partners: z.array(z.object({ id, name: z.string(), emailAddress: z.string().nullable() })),
  /** The address to which agencies and companies email their requests; null if this installation accepts no email */
  address: z.string().nullable(),
})
export type TracingChoices = z.infer<typeof tracingChoices>
export const createdTracing = z.object({
  id: id.nullable(),
  number: z.int().nullable(),
  /** The matching request if the same one was already on file, in which case nothing was recorded; otherwise null. */
  same: z.object({ id, number: z.int(), receivedAt: isoInstant }).nullable(),
})
export type CreatedTracing = z.infer<typeof createdTracing>
