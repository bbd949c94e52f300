import { z } from 'zod'
import { id, isoDate, isoInstant, makePage, pageInput, personName, reason } from './common.ts'

/** How surely a recall names a lot of ours (decision 56); `possible` counts nowhere. */
export const RECALL_CONFIDENCES = { exact: 'Exact', probable: 'Probable', possible: 'Possible' } as const
export type RecallConfidence = keyof typeof RECALL_CONFIDENCES
const confidence = z.enum(['exact', 'probable', 'possible'])

/** `new`: the caller has not opened this version. `done`: every affected lot is dismissed, by whomever. */
export const RECALL_STATES = { new: 'New', seen: 'Seen', done: 'Dealt with' } as const
export type RecallState = keyof typeof RECALL_STATES

const recallNumber = z.object({ recallNumber: z.string() })

const criterion = z.object({ id, expiration: z.string().nullable(), recallLotNumbers: z.array(z.object({ lotNumber: z.string() })) })
export type RecallCriterion = z.infer<typeof criterion>

const recallCode = z.object({
  id,
  /** Empty where the text names no NDC. */
  ndcWithDashes: z.string(),
  formFactor: z.string(),
  criteria: z.array(criterion),
  allLots: z.boolean(),
  /** Neither lots nor "all lots" could be read. */
  isUnread: z.boolean(),
  amountOfLots: z.int(),
  /** By what packages are compared with it; `nothing`: the text names too little, and a person has to look. */
  comparedBy: z.enum(['ndc', 'manufacturer', 'nothing']),
})
export type RecallCode = z.infer<typeof recallCode>

/** The documented fields, and what the source says besides. */
export const recallEntry = z.object({
  id,
  manufacturer: z.string(),
  product: z.string(),
  quantity: z.string().nullable(),
  reason: z.string().nullable(),
  recallNumbers: z.array(recallNumber),
  recallDistributions: z.array(z.object({ distribution: z.string() })),
  recallCodes: z.array(recallCode),
  /** When the source published it. */
  recallDocument: z.object({ dateReceived: isoDate }),
  title: z.string(),
  classification: z.string().nullable(),
  status: z.string().nullable(),
  source: z.enum(['openfda', 'sample']),
  version: z.int(),
  versionOn: isoDate,
})
export type RecallEntry = z.infer<typeof recallEntry>
export const recallEntries = z.array(recallEntry)
/** `namesLot`: the lot that was looked for is named; else the recall is of all lots of something. */
export const recallsFound = z.array(recallEntry.extend({ namesLot: z.boolean() }))

/** The text beside its reading. */
const recallText = z.object({
  recallNumber: z.string(),
  description: z.string(),
  codeInfo: z.string().nullable(),
  moreCodeInfo: z.string().nullable(),
  unread: z.array(z.string()),
})
export type RecallText = z.infer<typeof recallText>
const recallVersion = z.object({ versionOn: isoDate, loadedAt: isoInstant, isLate: z.boolean(), words: z.array(z.string()) })
export const recallStory = z.object({ texts: z.array(recallText), versions: z.array(recallVersion) })
export type RecallStory = z.infer<typeof recallStory>

export const recallInput = z.object({ recallId: id })
export const recallCodesInput = z.object({ recallCodeIds: z.array(id).min(1).max(500) })
/** Everything unless a limit is given (decision 15). */
const some = { limit: z.int().min(1).max(1000).optional() }
export const recallActiveInput = recallInput.extend(some)
export const recallActiveOfCodesInput = recallCodesInput.extend(some)

/** More than a request line can carry, so that no text is refused for its length. */
const LONGEST_QUERY = 65_536
/** Free text (RECALL-028): what cannot be an NDC, a lot or a day finds nothing and is not refused. */
const freeText = z.string().max(LONGEST_QUERY).trim().optional()
const searchFields = {
  manufacturer: freeText,
  medName: freeText,
  ndc: freeText,
  lotNumber: freeText,
  dateReceivedStart: freeText,
  dateReceivedEnd: freeText,
}
export const RECALL_PAGE_SIZE = 50
export const recallSearch = z.object({
  ...searchFields,
  pageNumber: z.int().min(1).max(10_000).default(1),
  pageSize: z.int().min(1).max(200).default(RECALL_PAGE_SIZE),
})
export type RecallSearch = z.infer<typeof recallSearch>
export const recallCount = z.object({ totalRows: z.int() })

const product = z.object({
  regulatedProductName: z.string().nullable(),
  manufacturerOfTradeItemPartyName: z.string().nullable(),
  additionalTradeItemId: z.string().nullable(),
})
const receivedFields = { receivedBy: personName.nullable(), datetimeReceived: isoInstant.nullable(), sgtin: z.string().nullable() }

/** What was done with the packages of a lot. */
const outcomeFields = {
  noneOnHand: z.boolean().default(false),
  quarantined: z.int().min(0).max(1_000_000).nullish(),
  returned: z.int().min(0).max(1_000_000).nullish(),
  destroyed: z.int().min(0).max(1_000_000).nullish(),
  dispensed: z.int().min(0).max(1_000_000).nullish(),
}

const dismissal = z.object({
  id,
  isDismissed: z.boolean(),
  notes: z.string(),
  noneOnHand: z.boolean(),
  quarantined: z.int().nullable(),
  returned: z.int().nullable(),
  destroyed: z.int().nullable(),
  dispensed: z.int().nullable(),
  /** How many packages there were then. */
  amount: z.int(),
  dismissedAt: isoInstant,
  dismissedBy: personName.nullable(),
})
export type RecallDismissal = z.infer<typeof dismissal>

/** A lot of ours that a recall names, at one location out of one document: the documented "active recall entry". */
const affected = z.object({
  id,
  recallId: id,
  recallCodeId: id,
  /** Packages that count: none of a lot that is only possibly meant. */
  affectedMedCount: z.int(),
  customerLocation: z.object({ id, name: z.string() }),
  expiration: isoDate.nullable(),
  lotNumber: z.string().nullable(),
  /** `timestamp`: when the shipment was sent. */
  document: z.object({ id: id.nullable(), timestamp: isoInstant }),
  epcisSgtins: z.array(
    z.object({
      medId: id,
      serialNumber: z.string(),
      epcisMedVocabulary: product,
      isOnHold: z.boolean(),
      isPending: z.boolean(),
      ...receivedFields,
    }),
  ),
  dismissedRecall: dismissal.nullable(),
  ...receivedFields,
  epcisMedVocabulary: product,
  ndc: z.string().nullable(),
  /** Of the order that brought it; empty for typed-in packages. */
  purchaseOrderNumbers: z.array(z.string()),
  /** All packages of the lot. */
  amount: z.int(),
  /** The part of them that came in; the others are expected. */
  amountReceived: z.int(),
  /** In quarantine. */
  amountOnHold: z.int(),
  /** Those that only wait for the data of a ticket. */
  amountPending: z.int(),
  confidence,
  /** In words: "Same NDC, lot and expiry". */
  why: z.string(),
  matchedAt: isoInstant,
})
export type RecallAffected = z.infer<typeof affected>
export const recallAffected = z.array(affected)

/** So many packages of a lot go to a page; its file has all of them. */
export const RECALL_PACKAGES_SHOWN = 300
export const recallAffectedQuery = z.object({ recallId: id, ...pageInput })
/** Lots by how surely they are meant, and the sums over all of them; what is only possible counts in none. */
export const recallAffectedPage = makePage(affected).extend({
  /** Of lots that nobody dealt with, each package once; `received` is the part that came in. */
  meds: z.int(),
  received: z.int(),
  onHold: z.int(),
  pending: z.int(),
  locations: z.array(z.string()),
  dismissed: z.int(),
  lots: z.int(),
})
export type RecallAffectedQuery = z.infer<typeof recallAffectedQuery>
export type RecallAffectedPage = z.infer<typeof recallAffectedPage>

export const recallDismissing = z.object({
  recallId: id,
  epcisEventId: id,
  /** As many words as somebody has (RECALL-041); the limit is that of a call, so that nothing fills the memory. */
  notes: z.string().trim().max(1_000_000).default(''),
  ...outcomeFields,
})
export type RecallDismissing = z.infer<typeof recallDismissing>
/** `isDismissed`: how it is to be afterwards, whoever else changes it; without it, the other way around. */
export const recallToggle = z.object({ dismissedRecallId: id, isDismissed: z.boolean().optional() })
export type RecallToggle = z.infer<typeof recallToggle>
export const recallDismissed = dismissal.extend({ epcisEventId: id })

export const activeRecalledMedCount = z.object({ count: z.int(), recalls: z.int() })

/** A recall that names lots of ours. */
const homeRow = z.object({
  id,
  title: z.string(),
  manufacturer: z.string(),
  classification: z.string().nullable(),
  recallNumbers: z.array(z.string()),
  published: isoDate,
  /** Each package once, received or expected; `receivedMedCount` is the part that came in. */
  affectedMedCount: z.int(),
  receivedMedCount: z.int(),
  possibleMedCount: z.int(),
  amountOnHold: z.int(),
  amountPending: z.int(),
  /** The FDA has ended it: it is in no count. */
  isEnded: z.boolean(),
  state: z.enum(['new', 'seen', 'done']),
})
export type RecallHomeRow = z.infer<typeof homeRow>
export const recallHomeQuery = z.object({ show: z.enum(['open', 'done', 'all']).default('open'), ...pageInput })
export type RecallHomeQuery = z.infer<typeof recallHomeQuery>
export const recallHome = makePage(homeRow).extend({ amount: z.int() })
export type RecallHome = z.infer<typeof recallHome>

/** Whether recalls are part of what was bought, and how current they are. */
export const recallStanding = z.object({
  hasRecalls: z.boolean(),
  /** The day that the source's data is of; null: none was loaded yet. */
  asOf: isoDate.nullable(),
  recalls: z.int(),
  /** Recalls and lots that still wait to be compared. */
  waiting: z.int(),
})
export type RecallStanding = z.infer<typeof recallStanding>

/** Without lots all that count and that nobody dealt with. */
export const recallHolding = z.object({ recallId: id, epcisEventIds: z.array(id).min(1).max(1000).optional(), reason: reason.optional() })
export type RecallHolding = z.infer<typeof recallHolding>
export const recallHeld = z.object({ holds: z.int(), meds: z.int() })

/** A lot of an order that a recall names: what a scan of it stops for. */
const recalledLine = z.object({
  recallId: id,
  epcisEventId: id,
  title: z.string(),
  classification: z.string().nullable(),
  reason: z.string().nullable(),
  recallNumbers: z.array(z.string()),
  epcisMedVocabularyId: id.nullable(),
  lotNumber: z.string().nullable(),
  expiration: isoDate.nullable(),
  confidence,
  why: z.string(),
  /** Somebody said for this order that it is received all the same, and the recall is no graver since. */
  isAnswered: z.boolean(),
  /** Somebody dealt with the lot then; what comes later is asked about all the same. */
  dismissedAt: isoInstant.nullable(),
})
export type RecalledLine = z.infer<typeof recalledLine>
export const recalledLines = z.array(recalledLine)

/** Why a receipt was refused: the recalls that name what it would receive, the gravest first, with how many packages. */
export const recallStop = z.object({
  recallId: id,
  title: z.string(),
  classification: z.string().nullable(),
  reason: z.string().nullable(),
  recallNumbers: z.array(z.string()),
  meds: z.int(),
})
export type RecallStop = z.infer<typeof recallStop>
export const recallStops = z.object({ recalls: z.array(recallStop) })
export const recallOrderInput = z.object({ documentId: id })
export const recallMedInput = z.object({ medId: id })
