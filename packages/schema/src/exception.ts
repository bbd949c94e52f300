import { z } from 'zod'
import { filterDate, filterText, id, isoDate, isoInstant, makePage, pageInput, personName } from './common.ts'
import {
  counterKind,
  EXCEPTION_ERROR_TYPES,
  exceptionCategory,
  exceptionStatus,
  NO_ERROR_TYPE,
  pdgKind,
  SHORT_ERROR_TYPES,
} from './exception-words.ts'
import { dropShipment, guidelineFact } from './guideline.ts'
import { finding } from './upload.ts'

/** Filters tickets by status; case-insensitive. Empty or `All` finds every ticket, and `Closed` also finds resolved tickets (decision 28). */
const filterStatus = z
  .string()
  .max(20)
  .optional()
  .transform((text) => (text && text.toLowerCase() !== 'all' ? text.toUpperCase() : undefined))
  .pipe(exceptionStatus.optional())

const filterType = z
  .string()
  .max(100)
  .optional()
  .transform((text) => (text && text.toLowerCase() !== 'all' ? (SHORT_ERROR_TYPES[text] ?? text) : undefined))
  .pipe(z.enum([...EXCEPTION_ERROR_TYPES, NO_ERROR_TYPE]).optional())

const filters = {
  sender: filterText,
  recipient: filterText,
  startDate: filterDate,
  endDate: filterDate,
  status: filterStatus,
  errorType: filterType,
  /** Restricts the list to the caller's tickets, or to overdue ones. */
  view: z.enum(['mine', 'overdue']).optional(),
  senderGln: filterText,
}
export const exceptionFilters = z.object({ ...filters, ...pageInput })
export type ExceptionFilters = z.output<typeof exceptionFilters>
export const exceptionCount = z.object({ count: z.int() })

export const exceptionPerson = personName.extend({ id })
export type ExceptionPerson = z.infer<typeof exceptionPerson>

export const exceptionRow = z.object({
  id,
  ticketNumber: z.int(),
  sender: z.string().nullable(),
  recipient: z.string().nullable(),
  currentErrorType: z.string(),
  currentErrorStatus: exceptionStatus,
  instanceIdentifier: z.string().nullable(),
  poNumber: z.string().nullable(),
  dateCreated: isoInstant,
  /** The problem in one sentence. */
  title: z.string(),
  /** Number of other error types besides the most severe. */
  otherTypes: z.int(),
  category: exceptionCategory,
  reportKind: pdgKind.nullable(),
  counterKind: counterKind.nullable(),
  owner: exceptionPerson.nullable(),
  dueOn: isoDate.nullable(),
  /** Business days from today; negative if overdue. null without a due date. */
  daysLeft: z.int().nullable(),
  askedAt: isoInstant.nullable(),
  answeredAt: isoInstant.nullable(),
})
export type ExceptionRow = z.infer<typeof exceptionRow>
export const exceptionPage = makePage(exceptionRow)

/** Figures above a list of tickets. `partners`: the partners with open tickets, most tickets first. */
export const exceptionTotals = z.object({
  all: z.int(),
  open: z.int(),
  mine: z.int(),
  overdue: z.int(),
  partners: z.array(z.object({ gln: z.string(), name: z.string(), open: z.int() })),
})
export type ExceptionTotals = z.infer<typeof exceptionTotals>

export const exceptionInput = z.object({ documentExceptionId: id })

const text = z.string().nullable()
const parties = z.array(z.object({ type: z.string(), sgln: z.string() }))
export const exceptionHeader = z.object({
  dateCreated: text,
  docType: text,
  headerVersion: text,
  identifier: text,
  receiverSgln: text,
})
export type ExceptionHeader = z.infer<typeof exceptionHeader>

export const exceptionEvent = z.object({
  type: z.string(),
  action: text,
  bizStep: text,
  disposition: text,
  eventTime: text,
  eventTimezoneOffset: text,
  readPoint: text,
  bizTransactionList: z.array(z.object({ type: z.string(), value: z.string() })),
  /** Only the first EPCs; the count below includes all. */
  epcList: z.array(z.string()),
  epcListCount: z.int(),
  childEPCs: z.array(z.string()),
  childEPCsCount: z.int(),
  extension: z.object({ lotNumber: text, expirationDate: text, source: parties, destination: parties }),
  number: z.int(),
  /** Severity of the event's most severe finding; null if it has none. */
  severity: z.enum(['reject', 'warn']).nullable(),
  line: z.int(),
})
export type ExceptionEvent = z.infer<typeof exceptionEvent>
export const exceptionLocation = z.object({
  name: text,
  sgln: z.string(),
  streetAddressOne: text,
  city: text,
  state: text,
  countryCode: text,
  postalCode: text,
  severity: z.enum(['reject', 'warn']).nullable(),
})
export type ExceptionLocation = z.infer<typeof exceptionLocation>
export const exceptionMed = z.object({
  sgtin: z.string(),
  parentSgtin: text,
  lotNumber: text.default(null),
  expirationDate: text.default(null),
  severity: z.enum(['reject', 'warn']).nullable(),
})
export type ExceptionMed = z.infer<typeof exceptionMed>
export const exceptionProduct = z.object({
  additionalTradeItemIdentification: text,
  additionalTradeItemIdentificationTypeCode: text,
  dosageFormType: text,
  manufacturerOfTradeItemPartyName: text,
  netContentDescription: text,
  regulatedProductName: text,
  sgtin: z.string(),
  strengthDescription: text,
  severity: z.enum(['reject', 'warn']).nullable(),
})
export type ExceptionProduct = z.infer<typeof exceptionProduct>

const errors = z.array(z.object({ name: z.string(), description: z.string() }))
const counted = { errors, amount: z.int() }
/** Findings by section. Each section contains only its first items; `amount` is the number of all items. */
export const exceptionDetails = z.object({
  file: z.object({ errors }).optional(),
  header: z.object({ errors, data: exceptionHeader.nullable() }).optional(),
  events: z.object({ ...counted, items: z.array(exceptionEvent) }).optional(),
  locationVocabulary: z.object({ ...counted, items: z.array(exceptionLocation) }).optional(),
  meds: z.object({ ...counted, items: z.array(exceptionMed) }).optional(),
  medVocabulary: z.object({ ...counted, items: z.array(exceptionProduct) }).optional(),
})
export type ExceptionDetails = z.infer<typeof exceptionDetails>
export const EXCEPTION_SECTIONS = {
  file: 'File',
  header: 'Header',
  events: 'Events',
  locationVocabulary: 'Location Vocabulary',
  meds: 'Meds',
  medVocabulary: 'Med Vocabulary',
} as const
export type ExceptionSection = keyof typeof EXCEPTION_SECTIONS

/** Page size for the items of a section. */
export const EXCEPTION_ITEMS = 100
export const exceptionItemsInput = z.object({
  documentExceptionId: id,
  section: z.enum(['events', 'locationVocabulary', 'meds', 'medVocabulary']),
  page: z.int().min(0).max(100_000),
})
export const exceptionItems = z.object({
  events: z.array(exceptionEvent).optional(),
  locationVocabulary: z.array(exceptionLocation).optional(),
  meds: z.array(exceptionMed).optional(),
  medVocabulary: z.array(exceptionProduct).optional(),
})

/** Lines of the file around a finding. */
export const exceptionExcerpt = z.object({
  line: z.int(),
  column: z.int(),
  /** 0-based position of the finding within the stored text of its line. If the line is too long, only part of it is stored. */
  at: z.int().default(0),
  lines: z.array(z.object({ line: z.int(), text: z.string(), isCut: z.boolean() })),
})
export type ExceptionExcerpt = z.infer<typeof exceptionExcerpt>

/** Findings with the same text, and what they affect. */
export const exceptionFinding = finding.pick({ type: true, severity: true, message: true, hint: true, section: true }).extend({
  count: z.int(),
  /** The first lines only; `amountOfLines` counts all. */
  lines: z.array(z.int()),
  amountOfLines: z.int(),
  /** Positions of the first findings in the file. A position includes the column, because a whole file may be a single line. */
  places: z.array(z.object({ line: z.int(), column: z.int() })),
  amountOfPlaces: z.int(),
  values: z.array(z.string()),
  /** The kind of EPCIS event that contains the error, such as `ObjectEvent, commissioning`. */
  event: z.string().nullable(),
  excerpts: z.array(exceptionExcerpt),
  /**
   * Meds of the order that the findings affect: their number, how many of them are on hold (`held`), and how many are on hold only because data is
   * missing (`pending`). null if the findings affect no particular meds.
   */
  touches: z.object({ meds: z.int(), held: z.int(), pending: z.int(), products: z.array(z.string()) }).nullable(),
})
export type ExceptionFinding = z.infer<typeof exceptionFinding>

export const exceptionUnit = z.object({
  gtin: text,
  serialNumber: text,
  sscc: text,
  lotNumber: text,
  expirationDate: text,
  productName: text,
})
export type ExceptionUnit = z.infer<typeof exceptionUnit>

export const exceptionFile = z.object({ id, filename: z.string(), contentType: z.string(), size: z.int() })
export type ExceptionFile = z.infer<typeof exceptionFile>

export const ENTRY_KINDS = [
  'opened',
  'status',
  'note',
  'owner',
  'due',
  'kind',
  'photo',
  'asked',
  'reminded',
  'reply',
  'linked',
  'replaced',
  'restored',
  'kept',
  'held',
  'released',
  'emergency',
  'incident',
] as const
/** One entry of a ticket's history. */
export const exceptionEntry = z.object({
  key: z.string(),
  at: isoInstant,
  kind: z.enum(ENTRY_KINDS),
  /** Person who caused the entry; null if it was the system or the partner. */
  by: exceptionPerson.nullable(),
  /** Phrase that says what happened. The product composes it; text that a person wrote is in `text`. */
  what: z.string(),
  /** Full text of the entry, such as a note, an email or a reason. */
  text: text,
  files: z.array(exceptionFile),
  /** Page that the entry links to, such as `/exceptions/12`. */
  href: text,
})
export type ExceptionEntry = z.infer<typeof exceptionEntry>

export const exceptionDetail = exceptionRow.extend({
  /** False while the parts of the document that this screen shows are still being read. */
  isRead: z.boolean(),
  details: exceptionDetails,
  /** Number of findings to fix (`rejects`) and to check (`warnings`), including those that are not listed. */
  rejects: z.int(),
  warnings: z.int(),
  truncated: z.int(),
  findings: z.array(exceptionFinding),
  items: z.array(exceptionUnit),
  amountOfItems: z.int(),
  locationName: text,
  partner: z.object({ id, name: z.string() }).nullable(),
  documentId: id.nullable(),
  documentName: text,
  dropShipment: dropShipment.nullable(),
  guidelineFacts: z.array(guidelineFact),
  order: z
    .object({
      documentId: id,
      amountOfMeds: z.int(),
      amountNotReceived: z.int(),
      isVoided: z.boolean(),
      purchaseOrderNumbers: z.array(z.string()),
    })
    .nullable(),
  /** Id of the upload if it created no order and can therefore be read again; otherwise null. */
  uploadId: id.nullable(),
  mayRetry: z.boolean(),
  /** Number of meds that are on hold until the ticket's data arrives. */
  held: z.int(),
  mayHold: z.boolean(),
  /**
   * The packages that a hold would cover. `isWhole`: the hold covers the whole order, because the ticket doesn't list exact packages. null if there
   * is nothing to hold, or if something is already on hold.
   */
  toHold: z.object({ meds: z.int(), isWhole: z.boolean() }).nullable(),
  mayRelease: z.boolean(),
  /**
   * Packages that prefill an incident report: the first ones of the ticket, all of the same product. `hasMore`: the ticket may have more of them.
   * `hasOthers`: the ticket also has packages of other products.
   */
  reportable: z.object({ units: z.array(exceptionUnit), hasMore: z.boolean(), hasOthers: z.boolean() }),
  /** Corrected files that arrived for the ticket, newest first. */
  corrections: z.array(
    z.object({
      id,
      state: z.enum(['found', 'replacing', 'replaced', 'kept', 'ignored', 'undone', 'outdated']),
      filename: z.string(),
      at: isoInstant,
    }),
  ),
  activity: z.array(exceptionEntry),
  followers: z.array(exceptionPerson),
  isFollowing: z.boolean(),
  files: z.array(exceptionFile),
})
export type ExceptionDetail = z.infer<typeof exceptionDetail>
