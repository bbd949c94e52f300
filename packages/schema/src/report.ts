import { z } from 'zod'
import { filterLocation, filterText, id, isoDate, isoInstant } from './common.ts'
import { exceptionStatus } from './exception-words.ts'
import { incidentState, incidentType } from './incident-report.ts'
import { receiptContents, receivedHow } from './order.ts'
import { shipmentPurpose } from './shipment-purpose.ts'
import { DAY_MS } from './span.ts'

export const reportKind = z.enum(['receiving', 'pedigrees', 'incidents', 'recalls', 'exceptions', 'shipments'])
export type ReportKind = z.infer<typeof reportKind>

/** Maximum number of rows that a report shows on the screen. The file of the report, which a person can save, contains all rows. */
export const REPORT_ROWS = 500

/** Further filters for a report of packages: sender and product match by a part of the name; lot, serial number and NDC match by their beginning. */
export const REPORT_TEXTS = ['sender', 'product', 'lot', 'serial', 'ndc'] as const
export type ReportText = (typeof REPORT_TEXTS)[number]
/** Reports to which the filters in {@link REPORT_TEXTS} apply; the other reports list no packages. */
export const NARROWED_REPORTS: readonly ReportKind[] = ['receiving']

/** First and last day in the caller's time zone, both included, and filters. */
export const reportRange = z
  .object({
    from: isoDate,
    to: isoDate,
    customerLocationId: filterLocation,
    sender: filterText,
    product: filterText,
    lot: filterText,
    serial: filterText,
    ndc: filterText,
  })
  .refine(({ from, to }) => from <= to, 'The first day is after the last one.')
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 366 * DAY_MS, 'A report covers at most a year.')
export type ReportRange = z.output<typeof reportRange>
export const reportFileInput = z.object({ kind: reportKind, range: reportRange })

/** A receipt, or the undoing of one. */
export const receivingRow = z.object({
  id: z.int(),
  at: isoInstant,
  by: z.string(),
  how: receivedHow,
  isUndo: z.boolean(),
  /** Whether the order that this receipt belongs to was voided. The receipt is then excluded from all figures. */
  isVoided: z.boolean(),
  documentId: id,
  purchaseOrderNumbers: z.array(z.string()),
  senderName: z.string().nullable(),
  locationName: z.string(),
  /** Number of packages in this receipt; if the report is filtered, only the packages that match the filter. */
  amount: z.int(),
  ...receiptContents,
})
export type ReceivingRow = z.infer<typeof receivingRow>
export const receivingReport = z.object({
  rows: z.array(receivingRow),
  /** Number of receipts in the whole range, not only in the rows shown. */
  receipts: z.int(),
  /** Number of meds received. Neither undone receipts nor orders that have since been voided count. */
  received: z.int(),
  takenBack: z.int(),
  /** Number of meds received on orders that have since been voided. */
  voided: z.int(),
  days: z.array(z.object({ day: isoDate, received: z.int(), takenBack: z.int() })),
})
export type ReceivingReport = z.infer<typeof receivingReport>

/** Meds created, received and sent on one day. */
export const pedigreeDay = z.object({ day: isoDate, made: z.int(), received: z.int(), sent: z.int() })
export const pedigreeReport = z.object({ days: z.array(pedigreeDay), made: z.int(), received: z.int(), sent: z.int() })
export type PedigreeReport = z.infer<typeof pedigreeReport>

export const incidentReportRow = z.object({
  id,
  at: isoInstant,
  reportType: incidentType,
  state: incidentState,
  incidentNumber: z.string().nullable(),
  productName: z.string(),
  serialNumber: z.string(),
  by: z.string(),
  locationName: z.string(),
})
export const incidentSummary = z.object({
  rows: z.array(incidentReportRow),
  reports: z.int(),
  /**
   * `types`: number of reports in the range, by report type. `states`: number of incidents that these reports are about, by the incident's current
   * state.
   */
  types: z.array(z.object({ type: incidentReportRow.shape.reportType, amount: z.int() })),
  states: z.array(z.object({ state: incidentReportRow.shape.state, amount: z.int() })),
})
export type IncidentSummary = z.infer<typeof incidentSummary>

/** A match between a recall and one of our lots, made in the range, with what was done about the lot and how long that took. */
export const recallReportRow = z.object({
  id,
  recallId: id,
  at: isoInstant,
  title: z.string(),
  classification: z.string().nullable(),
  recallNumbers: z.array(z.string()),
  published: isoDate,
  locationName: z.string(),
  lotNumber: z.string().nullable(),
  /** Number of packages of the lot that were shipped to the customer; `received` is how many of them arrived. */
  amount: z.int(),
  received: z.int(),
  confidence: z.enum(['exact', 'probable', 'possible']),
  /** What was done with the lot, in words; null if nothing was done yet. */
  done: z.string().nullable(),
  by: z.string().nullable(),
  doneAt: isoInstant.nullable(),
  hours: z.number().nullable(),
})
export type RecallReportRow = z.infer<typeof recallReportRow>
export const recallReport = z.object({
  rows: z.array(recallReportRow),
  /** Number of lots in the whole range, without lots that only possibly match a recall. */
  lots: z.int(),
  recalls: z.int(),
  /** Number of different packages in these lots; `received` is the number of them that have been received. */
  packages: z.int(),
  received: z.int(),
  open: z.int(),
  /** Median number of hours until a lot was dealt with. */
  medianHours: z.number().nullable(),
})
export type RecallReport = z.infer<typeof recallReport>

const exceptionFigures = {
  /** Number of tickets opened in the range. */
  opened: z.int(),
  /** Number of tickets resolved in the range, whenever they were opened. */
  resolved: z.int(),
  /** Number of tickets closed in the range without a correction. */
  closed: z.int(),
  /** Number of tickets that are open now, whenever they were opened. */
  open: z.int(),
  overdue: z.int(),
  /** Median number of days from opening to resolution, for tickets resolved in the range. */
  medianDays: z.number().nullable(),
  longestDays: z.number().nullable(),
}
/** A ticket that was opened, resolved or closed in the range. */
export const exceptionReportRow = z.object({
  id,
  ticketNumber: z.int(),
  at: isoInstant,
  partner: z.string().nullable(),
  poNumber: z.string().nullable(),
  /** Type of the error in the file, or of the problem at the counter. */
  type: z.string(),
  title: z.string(),
  status: exceptionStatus,
  owner: z.string().nullable(),
  dueOn: isoDate.nullable(),
  isOverdue: z.boolean(),
  settledAt: isoInstant.nullable(),
  /** Days until the exception was resolved; null if it is unresolved. */
  days: z.number().nullable(),
  /** Null if it is not known yet to which location the ticket belongs. */
  locationName: z.string().nullable(),
})
export type ExceptionReportRow = z.infer<typeof exceptionReportRow>
export const exceptionReport = z.object({
  ...exceptionFigures,
  rows: z.array(exceptionReportRow),
  /** Number of tickets in the whole range, not only in the rows shown. */
  tickets: z.int(),
  /** Partners with the most tickets first. `gln`: a GLN by which the list of tickets finds a partner's tickets. */
  partners: z.array(z.object({ partner: z.string().nullable(), gln: z.string().nullable(), ...exceptionFigures })),
  types: z.array(z.object({ type: z.string(), ...exceptionFigures })),
  /** Weeks begin on Sunday; weeks without activity are left out. */
  weeks: z.array(z.object({ week: isoDate, opened: z.int(), resolved: z.int(), closed: z.int() })),
})
export type ExceptionReport = z.infer<typeof exceptionReport>

const shippedFigures = {
  shipments: z.int(),
  /** Number of packages sent; `back` of them came back. */
  meds: z.int(),
  back: z.int(),
  /** Sum in cents of the values that were entered; `withoutValue` is the number of shipments without one. */
  valueCents: z.number(),
  withoutValue: z.int(),
}
/** A shipment sent in the range. */
export const shipmentReportRow = z.object({
  id,
  at: isoInstant,
  purpose: shipmentPurpose,
  toName: z.string(),
  locationName: z.string(),
  by: z.string(),
  approvedBy: z.string().nullable(),
  meds: z.int(),
  back: z.int(),
  valueCents: z.number().nullable(),
  /** Whether the shipment was voided. A voided shipment is excluded from all figures except `voided`. */
  isVoided: z.boolean(),
})
export type ShipmentReportRow = z.infer<typeof shipmentReportRow>
export const shipmentReport = z.object({
  ...shippedFigures,
  rows: z.array(shipmentReportRow),
  /** Number of voided shipments. Like all figures, it covers the whole range and not only the rows shown. */
  voided: z.int(),
  /** Purposes with the largest number of packages first. */
  purposes: z.array(z.object({ purpose: shipmentPurpose, ...shippedFigures })),
  days: z.array(z.object({ day: isoDate, meds: z.int() })),
})
export type ShipmentReport = z.infer<typeof shipmentReport>

/** Titles of the reports, the same on screen and in files. */
export const REPORT_TITLES: Record<ReportKind, string> = {
  receiving: 'Receiving log',
  pedigrees: 'Pedigree activity',
  incidents: 'Incidents',
  recalls: 'Recalls',
  exceptions: 'Exceptions',
  shipments: 'Shipments',
}
export const RECEIVED_HOW: Record<z.infer<typeof receivedHow>, string> = {
  scan: 'Scanned',
  serial: 'By serial number',
  container: 'With its container',
  product: 'With its product group',
  all: 'With the whole order',
}
export const INCIDENT_TYPES: Record<z.infer<typeof incidentType>, string> = {
  INITIAL: 'Initial notification',
  FOLLOWUP: 'Follow-up',
  TERMINATE: 'Request for termination',
}
export const INCIDENT_STATES: Record<z.infer<typeof incidentState>, string> = {
  SUBMITTED: 'Waiting for incident number',
  ACKNOWLEDGED: 'Acknowledged',
  FOLLOWUP: 'Followed up',
  TERMINATION: 'Termination requested',
  TERMINATED: 'Terminated',
}
