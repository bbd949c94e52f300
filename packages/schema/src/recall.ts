import { z } from 'zod'
import { id, isoDate, isoInstant, makePage, pageInput, personName, reason } from './common.ts'

/** The certainty with which a recall covers one of our lots (decision 56); `possible` is excluded from counts. */
export const RECALL_CONFIDENCES = { exact: 'Exact', probable: 'Probable', possible: 'Possible' } as const
export type RecallConfidence = keyof typeof RECALL_CONFIDENCES
const confidence = z.enum(['exact', 'probable', 'possible'])

/** `new`: the caller has not opened this version of the recall. `done`: every affected lot was dismissed, no matter by whom. */
export const RECALL_STATES = { new: 'New', seen: 'Seen', done: 'Dealt with' } as const
export type RecallState = keyof typeof RECALL_STATES

const recallNumber = z.object({ recallNumber: z.string() })

const criterion = z.object({ id, expiration: z.string().nullable(), recallLotNumbers: z.array(z.object({ lotNumber: z.string() })) })
export type RecallCriterion = z.infer<typeof criterion>

const recallCode = z.object({
  id,
  /** The NDC that was found in the recall's text; empty if the text contains none. */
  ndcWithDashes: z.string(),
  formFactor: z.string(),
  criteria: z.array(criterion),
  allLots: z.boolean(),
  /** Whether neither lots nor "all lots" could be found in the text. */
  isUnread: z.boolean(),
  amountOfLots: z.int(),
  /**
   * How packages are matched with the recall: by NDC, by manufacturer, or by `nothing` because the text is too vague, so that a person has to check.
   */
  comparedBy: z.enum(['ndc', 'manufacturer', 'nothing']),
})
export type RecallCode = z.infer<typeof recallCode>

/** A recall as lists and pages show it: the documented fields, plus further data from the recall's source. */
export const recallEntry = z.object({
  id,
  manufacturer: z.string(),
  product: z.string(),
  quantity: z.string().nullable(),
  reason: z.string().nullable(),
  recallNumbers: z.array(recallNumber),
  recallDistributions: z.array(z.object({ distribution: z.string() })),
  recallCodes: z.array(recallCode),
  /** `dateReceived` is the day on which the source published the recall. */
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
/** `namesLot`: true if the recall names the lot that was searched for, false if it covers all lots of a product. */
export const recallsFound = z.array(recallEntry.extend({ namesLot: z.boolean() }))

/** The published text of a recall, shown next to our interpretation of it. */
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
/** Maximum number of rows. If it is omitted, the call returns all rows (decision 15). */
const some = { limit: z.int().min(1).max(1000).optional() }
export const recallActiveInput = recallInput.extend(some)
export const recallActiveOfCodesInput = recallCodesInput.extend(some)

/** Maximum length of a search text. No URL can be that long, so in practice no text is refused for its length. */
const LONGEST_QUERY = 65_536
/** A search text (RECALL-028). A text that cannot be an NDC, a lot or a date is not refused; it finds nothing. */
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

/** How many packages of a lot the pharmacy quarantined, returned, destroyed or had dispensed. `noneOnHand`: it had none. */
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
  /** Number of packages at the time of the dismissal. */
  amount: z.int(),
  dismissedAt: isoInstant,
  dismissedBy: personName.nullable(),
})
export type RecallDismissal = z.infer<typeof dismissal>

/**
 * A lot that the customer has or had and that a recall affects, with one entry for each location and document. The REST specification calls it an
 * "active recall entry".
 */
const affected = z.object({
  id,
  recallId: id,
  recallCodeId: id,
  /** Number of affected packages; 0 for a lot that only possibly matches. */
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
      /** Name of the receiver, if the package left with a shipment. The recall notice must be passed on to that company. */
      sentTo: z.string().nullable(),
      ...receivedFields,
    }),
  ),
  dismissedRecall: dismissal.nullable(),
  ...receivedFields,
  epcisMedVocabulary: product,
  ndc: z.string().nullable(),
  /** Purchase order numbers of the order with which the supplier shipped the lot; empty if its packages were entered by hand. */
  purchaseOrderNumbers: z.array(z.string()),
  /** Number of all packages of the lot. */
  amount: z.int(),
  /** Number of packages of the lot that arrived; the remaining ones are expected. */
  amountReceived: z.int(),
  /** Number of packages in quarantine. */
  amountOnHold: z.int(),
  /** Number of packages that have not arrived and are either not on hold or on hold only because a ticket's data is missing. */
  amountExpectedNotHeld: z.int(),
  /** Number of packages that are on hold only because a ticket's data is missing. */
  amountPending: z.int(),
  confidence,
  /** In words: "Same NDC, lot and expiry". */
  why: z.string(),
  matchedAt: isoInstant,
})
export type RecallAffected = z.infer<typeof affected>
export const recallAffected = z.array(affected)

/** Maximum number of packages shown for a lot. The lot's CSV file contains all of them. */
export const RECALL_PACKAGES_SHOWN = 300
export const recallAffectedQuery = z.object({ recallId: id, ...pageInput })
/** A page of the recall's affected lots, sorted by certainty. The totals cover the lots of all pages, except possible matches. */
export const recallAffectedPage = makePage(affected).extend({
  /** Number of packages in lots that nobody has handled yet; no package is counted twice. `received` is the number of these packages that arrived. */
  meds: z.int(),
  received: z.int(),
  onHold: z.int(),
  /** Number of packages that have not arrived and are either not on hold or on hold only because a ticket's data is missing. */
  expectedNotHeld: z.int(),
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
  /** The limit is so high that the text counts as unlimited (RECALL-041); it protects the server's memory. */
  notes: z.string().trim().max(1_000_000).default(''),
  ...outcomeFields,
})
export type RecallDismissing = z.infer<typeof recallDismissing>
/** `isDismissed`: the new state; if omitted, the state is toggled. */
export const recallToggle = z.object({ dismissedRecallId: id, isDismissed: z.boolean().optional() })
export type RecallToggle = z.infer<typeof recallToggle>
export const recallDismissed = dismissal.extend({ epcisEventId: id })

export const activeRecalledMedCount = z.object({ count: z.int(), recalls: z.int() })

/** A recall that covers lots of the customer, as listed on the home screen. */
const homeRow = z.object({
  id,
  title: z.string(),
  manufacturer: z.string(),
  classification: z.string().nullable(),
  recallNumbers: z.array(z.string()),
  published: isoDate,
  /** Number of affected packages, received or expected, each counted once; `receivedMedCount` of them arrived. */
  affectedMedCount: z.int(),
  receivedMedCount: z.int(),
  possibleMedCount: z.int(),
  amountOnHold: z.int(),
  amountPending: z.int(),
  /** Whether the FDA has ended the recall, which excludes it from counts. */
  isEnded: z.boolean(),
  state: z.enum(['new', 'seen', 'done']),
})
export type RecallHomeRow = z.infer<typeof homeRow>
export const recallHomeQuery = z.object({ show: z.enum(['open', 'done', 'all']).default('open'), ...pageInput })
export type RecallHomeQuery = z.infer<typeof recallHomeQuery>
export const recallHome = makePage(homeRow).extend({ amount: z.int() })
export type RecallHome = z.infer<typeof recallHome>

/** Whether the subscription includes recalls, and how current the recall data is. */
export const recallStanding = z.object({
  hasRecalls: z.boolean(),
  /** Date of the newest recall data that was loaded from the source; null if nothing was loaded yet. */
  asOf: isoDate.nullable(),
  recalls: z.int(),
  /** Number of recalls and lots that have not been matched yet. */
  waiting: z.int(),
})
export type RecallStanding = z.infer<typeof recallStanding>

/** Which lots to put on hold. If `epcisEventIds` is omitted: all affected lots of the recall that nobody has dealt with yet. */
export const recallHolding = z.object({ recallId: id, epcisEventIds: z.array(id).min(1).max(1000).optional(), reason: reason.optional() })
export type RecallHolding = z.infer<typeof recallHolding>
export const recallHeld = z.object({ holds: z.int(), meds: z.int() })

/** A lot of an order that a recall covers. Unless the match is only `possible`, the recall stops scans of the lot. */
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
  /** Whether somebody chose to receive the lot on this order despite the recall, and the recall has not become more severe since. */
  isAnswered: z.boolean(),
  /** When somebody dismissed the lot; packages that arrive later still trigger a question. */
  dismissedAt: isoInstant.nullable(),
})
export type RecalledLine = z.infer<typeof recalledLine>
export const recalledLines = z.array(recalledLine)

/**
 * A recall that made the server refuse a receipt, with the number of packages that it covers (`meds`). In a list, the most severe recall comes first.
 */
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
