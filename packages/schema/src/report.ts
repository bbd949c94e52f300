import { z } from 'zod'
import { filterLocation, filterText, id, isoDate, isoInstant } from './common.ts'
import { exceptionStatus } from './exception-words.ts'
import { incidentState, incidentType } from './incident-report.ts'
import { receiptContents, receivedHow } from './order.ts'
import { DAY_MS } from './span.ts'

/** Which report. */
export const reportKind = z.enum(['receiving', 'pedigrees', 'incidents', 'recalls', 'exceptions'])
export type ReportKind = z.infer<typeof reportKind>

/** How many rows a report shows; its file has all. */
export const REPORT_ROWS = 500

/** What else narrows a report of packages: sender and product by a part of the name, lot, serial number and NDC by their beginning. */
export const REPORT_TEXTS = ['sender', 'product', 'lot', 'serial', 'ndc'] as const
export type ReportText = (typeof REPORT_TEXTS)[number]
/** Reports that are narrowed so; the others have no packages. */
export const NARROWED_REPORTS: readonly ReportKind[] = ['receiving']

/** Calendar days of the caller, both included. */
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

/** One receipt, or what was taken back of one. */
export const receivingRow = z.object({
  id: z.int(),
  at: isoInstant,
  by: z.string(),
  how: receivedHow,
  isUndo: z.boolean(),
  /** Its order was voided: it counts in no figure. */
  isVoided: z.boolean(),
  documentId: id,
  purchaseOrderNumbers: z.array(z.string()),
  senderName: z.string().nullable(),
  locationName: z.string(),
  /** Where the report is narrowed to some packages, of these. */
  amount: z.int(),
  ...receiptContents,
})
export type ReceivingRow = z.infer<typeof receivingRow>
export const receivingReport = z.object({
  rows: z.array(receivingRow),
  /** Of the whole range, not of the rows shown. */
  receipts: z.int(),
  /** Net: less what was undone, and without orders that were voided since. */
  received: z.int(),
  takenBack: z.int(),
  /** Meds received into orders that were voided since. */
  voided: z.int(),
  days: z.array(z.object({ day: isoDate, received: z.int(), takenBack: z.int() })),
})
export type ReceivingReport = z.infer<typeof receivingReport>

/** What was done with meds on one day. */
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
  /** Reports of the range by type, and their incidents by where they stand now. */
  types: z.array(z.object({ type: incidentReportRow.shape.reportType, amount: z.int() })),
  states: z.array(z.object({ state: incidentReportRow.shape.state, amount: z.int() })),
})
export type IncidentSummary = z.infer<typeof incidentSummary>

/** A lot of ours that a recall named in the range, what was done with it and how long that took. */
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
  /** Shipped to us; `received` of them were. */
  amount: z.int(),
  received: z.int(),
  confidence: z.enum(['exact', 'probable', 'possible']),
  /** In words; null: nothing yet. */
  done: z.string().nullable(),
  by: z.string().nullable(),
  doneAt: isoInstant.nullable(),
  hours: z.number().nullable(),
})
export type RecallReportRow = z.infer<typeof recallReportRow>
export const recallReport = z.object({
  rows: z.array(recallReportRow),
  /** Of the whole range; what is only possible counts in none. */
  lots: z.int(),
  recalls: z.int(),
  packages: z.int(),
  received: z.int(),
  open: z.int(),
  /** Half of what was dealt with took no longer. */
  medianHours: z.number().nullable(),
})
export type RecallReport = z.infer<typeof recallReport>

const exceptionFigures = {
  /** Opened in these days. */
  opened: z.int(),
  /** Resolved in these days, whenever opened. */
  resolved: z.int(),
  /** Closed in these days though nothing was corrected. */
  closed: z.int(),
  /** Open now, whenever opened. */
  open: z.int(),
  overdue: z.int(),
  /** From opened to resolved, of those resolved in these days: half of them took no longer. */
  medianDays: z.number().nullable(),
  longestDays: z.number().nullable(),
}
/** A ticket that was opened or settled in the range. */
export const exceptionReportRow = z.object({
  id,
  ticketNumber: z.int(),
  at: isoInstant,
  partner: z.string().nullable(),
  poNumber: z.string().nullable(),
  /** An error type, or what happened at the counter. */
  type: z.string(),
  title: z.string(),
  status: exceptionStatus,
  owner: z.string().nullable(),
  dueOn: isoDate.nullable(),
  isOverdue: z.boolean(),
  settledAt: isoInstant.nullable(),
  /** Until it was resolved; null where it was not. */
  days: z.number().nullable(),
  /** Null: no location is known yet. */
  locationName: z.string().nullable(),
})
export type ExceptionReportRow = z.infer<typeof exceptionReportRow>
export const exceptionReport = z.object({
  ...exceptionFigures,
  rows: z.array(exceptionReportRow),
  /** Of the whole range, not of the rows shown. */
  tickets: z.int(),
  /** Those with most tickets first. `gln`: one by which the list of tickets finds them. */
  partners: z.array(z.object({ partner: z.string().nullable(), gln: z.string().nullable(), ...exceptionFigures })),
  types: z.array(z.object({ type: z.string(), ...exceptionFigures })),
  /** Weeks begin on Sunday; those in which nothing happened are left out. */
  weeks: z.array(z.object({ week: isoDate, opened: z.int(), resolved: z.int(), closed: z.int() })),
})
export type ExceptionReport = z.infer<typeof exceptionReport>

/** Words of the reports, the same on screen and in files. */
export const REPORT_TITLES: Record<ReportKind, string> = {
  receiving: 'Receiving log',
  pedigrees: 'Pedigree activity',
  incidents: 'Incidents',
  recalls: 'Recalls',
  exceptions: 'Exceptions',
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
