import { z } from 'zod'
import { filterDate, filterText, gtin14, id, isoDate, isoInstant, makePage, ok, pageInput, personName, reason } from './common.ts'
import { dropShipment, guidelineFact } from './guideline.ts'
import { labelDate, notReceived, scannedMsAgo, stoppedLines } from './scan-stop.ts'

export const orderSearch = z.object({
  senderName: filterText,
  purchaseOrderNumber: filterText,
  docDateStart: filterDate,
  docDateEnd: filterDate,
  customerLocationId: z.union([z.int().nonnegative(), z.literal('')]).optional(),
  /** Only orders that this trading partner sent, found by the partner's GLNs. */
  tradingPartnerId: z.union([z.int().nonnegative(), z.literal('')]).optional(),
  /** Only orders with something left to receive. */
  open: z.boolean().optional(),
  /** Only voided orders, which other lists exclude. */
  voided: z.boolean().optional(),
  ...pageInput,
})
export type OrderSearch = z.output<typeof orderSearch>
/** Search criteria for an export to a file, which has no pages. */
export const orderSearchAll = orderSearch.omit({ limit: true, cursor: true })
export type OrderSearchAll = z.output<typeof orderSearchAll>

export const orderRow = z.object({
  documentId: id,
  customerLocationId: id,
  customerLocationName: z.string(),
  globalLocationNumber: z.string().nullable(),
  senderNames: z.array(z.string()),
  purchaseOrderNumbers: z.array(z.string()),
  /** Time at which Seriatim received the document (decision 23). */
  timeStamp: isoInstant,
  amountOfMeds: z.int(),
  amountNotReceived: z.int(),
  /** Number of the order's meds that are on hold now, received or not. */
  medsHeld: z.int(),
  /** Number of these meds (`medsHeld`) that are on hold only because a ticket's data is missing. */
  medsPending: z.int(),
  findings: z.object({ reject: z.int(), warn: z.int(), notShipped: z.int() }),
  ticketNumber: z.int().nullable(),
  ticketId: id.nullable(),
  /**
   * The upload that created the order; the upload's page shows the order's findings. If a file became several orders, only the first of them has the
   * upload's id; for the others, it is null.
   */
  uploadId: id.nullable(),
  /** Whether the order was sent by mistake and was voided. Nothing in a voided order counts. */
  isVoided: z.boolean(),
  /** Whether the order was closed with meds missing, which are no longer expected. */
  isClosed: z.boolean(),
  /** Whether the caller can only view the order, because the caller's location owns the goods but another one receives them. */
  isReadOnly: z.boolean(),
})
export type OrderRow = z.infer<typeof orderRow>
export const orderPage = makePage(orderRow)

/** Totals of a whole search rather than of one page. */
export const orderTotals = z.object({ orders: z.int(), complete: z.int(), amountOfMeds: z.int(), amountNotReceived: z.int() })

export const epcisMedVocabulary = z.object({
  id,
  regulatedProductName: z.string().nullable(),
  additionalTradeItemId: z.string().nullable(),
  dosageFormType: z.string().nullable(),
  strengthDescription: z.string().nullable(),
  manufacturerOfTradeItemPartyName: z.string().nullable(),
  netContentDescription: z.string().nullable(),
  /** The product's EPC pattern, `urn:epc:idpat:sgtin:…` */
  sgtin: z.string().nullable(),
  gtin: z.string().nullable(),
})
export type EpcisMedVocabulary = z.infer<typeof epcisMedVocabulary>

export const receivedHow = z.enum(['scan', 'serial', 'container', 'product', 'all'])
export type ReceivedHow = z.infer<typeof receivedHow>

export const productProgress = z.object({
  product: epcisMedVocabulary,
  total: z.int(),
  received: z.int(),
  held: z.int(),
  pending: z.int(),
})

/** What the receiving screen needs to know about an order before it loads any of the order's meds. */
export const orderDetail = orderRow.extend({
  sender: z.object({ name: z.string().nullable(), gln: z.string().nullable() }),
  receiver: z.object({ name: z.string().nullable(), gln: z.string().nullable() }),
  placedBy: z.string(),
  /** Owner of the goods if the location receives them for another one (340B). */
  goodsOwner: z.object({ id, name: z.string() }).nullable(),
  /** When the order was voided or closed, by whom and why. */
  correction: z.object({ at: isoInstant, by: personName.nullable(), reason: z.string() }).nullable(),
  /** The order with which a corrected file replaced this one. */
  replacedById: id.nullable(),
  /** Arrival time of the first of the files that this order's file replaced; null if it replaced none, or if this order is voided. */
  firstArrivedAt: isoInstant.nullable(),
  /** Whether the caller administers the order's location and may void, close and reopen the order. */
  mayCorrect: z.boolean(),
  documentName: z.string(),
  instanceIdentifier: z.string().nullable(),
  documentCreated: z.string().nullable(),
  transactionStatement: z.boolean(),
  guidelineVersion: z.string().nullable(),
  /** null if the document does not say whether it is a drop shipment. */
  dropShipment: dropShipment.nullable(),
  guidelineFacts: z.array(guidelineFact),
  /** The other orders of the same file at locations that the caller sees, except those that were replaced by a corrected file. */
  parts: z.array(
    z.object({ documentId: id, customerLocationName: z.string(), senderName: z.string(), amountOfMeds: z.int(), isVoided: z.boolean() }),
  ),
  /** Warnings about the whole document, each saying who should fix the problem; none of them is a finding in a ticket. */
  documentWarnings: z.array(z.object({ code: z.string(), message: z.string(), hint: z.string() })),
  amountHeld: z.int(),
  amountPending: z.int(),
  /** Number of open meds that bulk receipts skip because of a stop at the counter; meds on hold are not included. */
  amountStopped: z.int(),
  amountNotShipped: z.int(),
  packages: z.int(),
  cases: z.int(),
  pallets: z.int(),
  products: z.array(productProgress),
  /** Id of the newest receipt that these figures include. Pass it to `readProgress` to get the changes since then. */
  lastReceiptId: z.int(),
})
export type OrderDetail = z.infer<typeof orderDetail>

export const documentInput = z.object({ documentId: id })
export const orderCorrection = z.object({ documentId: id, reason })

/** One line of the packaging tree; `line` is its position in the document's pre-order. */
export const orderUnit = z.object({
  line: z.int(),
  parentLine: z.int().nullable(),
  kind: z.enum(['med', 'package']),
  sscc: z.string().nullable(),
  gtin: z.string().nullable(),
  serialNumber: z.string().nullable(),
  medId: id.nullable(),
  isShipped: z.boolean(),
  isHeld: z.boolean(),
  /** The line is on hold only until a ticket's data arrives. */
  isPending: z.boolean(),
  epcisMedVocabularyId: id.nullable(),
  lotNumber: z.string().nullable(),
  expirationDate: isoDate.nullable(),
  /** Number of meds in this line and below it. The next fields count how many of them are received, on hold, and on hold only for missing data. */
  meds: z.int(),
  received: z.int(),
  held: z.int(),
  pending: z.int(),
  /** Number of direct children. */
  children: z.int(),
  /** Names of the products in the container, at most four: a list that shows three names can tell from the fourth that there are more. */
  contents: z.array(z.string()),
  receivedById: id.nullable(),
  receivedBy: personName.nullable(),
  datetimeReceived: isoInstant.nullable(),
  how: receivedHow.nullable(),
  receiptId: z.int().nullable(),
})
export type OrderUnit = z.infer<typeof orderUnit>
export const orderUnitsInput = z.object({
  documentId: id,
  /** Parent of the requested lines; absent for the outermost units. */
  parentLine: z.int().nullable().optional(),
  limit: z.int().min(1).max(500).default(100),
  /** Line of the last unit on the previous page; absent for the first page. */
  cursor: z.int().optional(),
})
export const orderUnitsPage = z.object({ items: z.array(orderUnit), nextCursor: z.int().nullable() })

/** People who have the order open now. */
export const presence = z.object({ others: z.array(personName.extend({ id })) })
export const presenceInput = z.object({
  documentId: id,
  /** True in the last call, which the page makes when the user leaves it. */
  isLeaving: z.boolean().optional(),
})

/**
 * The scan index: everything that the receiving page needs to answer a scan by itself. Most fields are columns: a text with one value for each line
 * of the document, in line order. Values are separated by commas, `keys` by line feeds, and `states` is one digit per line. An object for each of a
 * hundred thousand lines would be slow to send.
 */
export const scanIndex = z.object({
  documentId: id,
  count: z.int(),
  /** For each line, the serial number of its med or container, or the SSCC of its logistic unit; separated by line feeds. */
  keys: z.string(),
  /** For each line, the index of its entry in `facts`; comma-separated. */
  meta: z.string(),
  /** For each line, the line of the container around it, or -1 if there is none; comma-separated. */
  parents: z.string(),
  /** Comma-separated. For each line, the last line of its contents. The contents of a container begin on the line after its own. */
  lasts: z.string(),
  /**
   * One digit per line: 0 open, 1 received, 2 on hold, 3 container, 4 not shipped, 5 received with another order, 6 received and then put on hold.
   */
  states: z.string(),
  /** Lines held only until a ticket's data arrives; absent if there are none. */
  pending: z
    .array(z.object({ documentExceptionId: id, ticketNumber: z.int().nullable(), lines: z.array(z.tuple([z.int(), z.int()])) }))
    .optional(),
  /** Lines that bulk receipts skip because of a stop; absent if there are none. */
  stopped: stoppedLines.optional(),
  facts: z.array(
    z.object({
      gtin: z.string().nullable(),
      productId: id.nullable(),
      lotNumber: z.string().nullable(),
      expirationDate: isoDate.nullable(),
    }),
  ),
  lastReceiptId: z.int(),
})
export type ScanIndex = z.infer<typeof scanIndex>

export const progressInput = z.object({ documentId: id, afterReceiptId: z.int().nonnegative() })
export const progress = z.object({
  amountNotReceived: z.int(),
  amountHeld: z.int(),
  lastReceiptId: z.int(),
  /** Id of the order that a corrected file has created to replace this one; null if there is none. */
  replacedById: id.nullable(),
  /** All lines that bulk receipts currently skip because of a stop, not only those stopped since the given receipt; absent if there are none. */
  stopped: stoppedLines.optional(),
  /** Changes made by anybody after receipt `afterReceiptId`: ranges of lines that were received or, if `undone` is true, are no longer received. */
  changes: z.array(
    z.object({
      receiptId: z.int(),
      userId: id,
      by: personName,
      at: isoInstant,
      how: receivedHow,
      undone: z.boolean(),
      lines: z.array(z.tuple([z.int(), z.int()])),
    }),
  ),
})
export type Progress = z.infer<typeof progress>

const oneOrMany = <T extends z.ZodType>(value: T, most = 10_000) => z.union([value, z.array(value).min(1).max(most)])
const text = z.string().trim().min(1).max(200)

/**
 * Lot and expiration date on the labels of the named packages, and the reasons for receiving despite a problem. A package whose document states
 * another lot or date is not received without a reason (decision 64).
 */
const label = {
  lotNumber: z.string().trim().max(50).optional(),
  expirationDate: labelDate.optional(),
  /** The reason for receiving the packages as the file states although their label differs. */
  reason: reason.optional(),
  /**
   * The reason for receiving the packages on this order although they were received on another. If their label also differs from the file, `reason`
   * is required too.
   */
  elsewhereReason: reason.optional(),
  /** The reason for receiving a unit that was stopped or set aside at the counter. It answers every open stop of the unit. */
  stopReason: reason.optional(),
  scannedMsAgo,
}

/**
 * Fields for receiving packages despite recalls. `knownRecallIds`: the recalls that the caller was shown before. A REST caller can omit them;
 * recalled packages are then received, just as expired ones are (decision 40).
 */
const known = {
  knownRecallIds: z.array(id).max(100).optional(),
  /** The reason for receiving the packages despite a recall. */
  recallReason: reason.optional(),
}

export const receiveBySerial = z.object({
  documentId: id,
  ...label,
  ...known,
  serialNumber: oneOrMany(text).optional(),
  /** With a GTIN, a serial number identifies one med; without a GTIN, a serial number that matches several meds is refused (decision 14). */
  gtin: gtin14.optional(),
  sgtin: oneOrMany(z.string().trim().min(1).max(120)).optional(),
  /** How the user of the web app entered the serial number: by scanning or typing it. REST calls omit this field. */
  how: z.enum(['scan', 'serial']).optional(),
  /**
   * True if the user scanned a package of an order that is not on screen. The server then stops an expired or short-dated package; for the order on
   * screen, the page itself does that.
   */
  stopDated: z.boolean().optional(),
})
/** The limit is generous, because an order has a few hundred products at most. */
export const receiveByProduct = z.object({ documentId: id, epcisMedVocabularyId: oneOrMany(id, 1000), gtin: gtin14.optional(), ...known })
export const receiveByContainer = z.object({
  documentId: id,
  shippingContainerCode: oneOrMany(text),
  gtin: gtin14.optional(),
  ...label,
  ...known,
})
export const receiveEverything = z.object({ documentId: id, ...known })

/** A package that was not received because its label differs from the document. */
export const labelDiffers = z.object({
  /** The text by which the caller identified the package. */
  value: z.string(),
  label: z.object({ lotNumber: z.string().nullable(), expirationDate: z.string().nullable() }),
  file: z.object({ lotNumber: z.string().nullable(), expirationDate: isoDate.nullable() }),
})
export type LabelDiffers = z.infer<typeof labelDiffers>

export const received = z.object({
  received: z.int(),
  alreadyReceived: z.int(),
  expired: z.int(),
  notFound: z.array(z.union([z.string(), z.int()])),
  held: z.array(z.string()),
  differs: z.array(labelDiffers),
  /** Packages that were skipped because a stop at the counter has not been answered yet. */
  notReceived: z.array(notReceived),
  amountNotReceived: z.int(),
  receiptId: z.int().nullable(),
  /** If a corrected file has replaced this order: id of the new order, on which the packages were received. */
  replacedBy: id.optional(),
})
export type Received = z.infer<typeof received>

/** Undoes a whole receipt or some of its lines. */
export const undoReceipt = z.object({
  documentId: id,
  receiptId: z.int().positive(),
  lines: z.array(z.int()).max(1000).optional(),
  reason: reason.optional(),
})
export const undone = z.object({ undone: z.int(), amountNotReceived: z.int() })

/**
 * Contents of a receipt: names of products, at most four; a fourth name means that there are more than three products. Serial number and med are set
 * if the receipt is of a single package.
 */
export const receiptContents = { products: z.array(z.string()), serialNumber: z.string().nullable(), medId: id.nullable() }

/**
 * Products in words, such as "Amoxicillin 500 mg, Metformin 850 mg, Lisinopril 10 mg and others". At most three are named; without any, the text is
 * "Product not named".
 */
export function writeProducts(products: readonly string[]): string {
  if (products.length === 0) return 'Product not named'
  return products.length > 3 ? `${products.slice(0, 3).join(', ')} and others` : products.join(', ')
}

export const receipt = z.object({
  id: z.int(),
  at: isoInstant,
  userId: id,
  by: personName,
  how: receivedHow,
  amount: z.int(),
  /** How many of the `amount` packages still count as received by this receipt. */
  remaining: z.int(),
  mayUndo: z.boolean(),
  needsReason: z.boolean(),
  /** The reason that a person gave for a receipt that requires one, for example because a stop had excluded its packages. */
  reason: z.string().nullable(),
  ...receiptContents,
  /** Packages whose labels differed from the document. */
  labels: z.array(
    z.object({
      serialNumber: z.string(),
      lotNumber: z.string().nullable(),
      expirationDate: z.string().nullable(),
      fileLotNumber: z.string().nullable(),
      fileExpirationDate: isoDate.nullable(),
    }),
  ),
})
export const receiptList = z.array(receipt)

/** What was found about a scanned package that the open order doesn't list, such as the order that lists it. */
export const elsewhere = z.object({
  found: z.array(
    z.object({
      documentId: id.nullable(),
      /** null for a container with an SSCC, which is not a med. */
      medId: id.nullable(),
      purchaseOrderNumbers: z.array(z.string()),
      senderNames: z.array(z.string()),
      received: z.boolean(),
      productName: z.string().nullable(),
    }),
  ),
})
export const elsewhereInput = z.object({ documentId: id, gtin: z.string().max(200).nullable().optional(), serialNumber: text })

/** Requests the whole order or, if there is a `limit`, only that many of its outermost units, from the first one on. */
export const orderMedsInput = documentInput.extend({ limit: z.int().min(1).max(1000).optional() })
export { ok }
