import { differingFields } from '@seriatim/gs1'
import { DISPOSALS, formatAmount, INCIDENT_TYPES, RECEIVED_HOW, STOP_TITLES } from '@seriatim/schema'
import { mayCarry } from '../../../core/text/product.rules.ts'
import { type Together, withInstants } from '../../../db/one-query.ts'
import { type DepartureRow, selectDepartures } from '../../departure/departure.joins.ts'
import { type HoldRow, selectHoldRows } from '../../hold/hold.joins.ts'
import { type InvestigationRow, selectInvestigationRows } from '../../hold/investigated.joins.ts'
import type { HistoryEntry } from './med-history.rules.ts'
import {
  type ActionRow,
  type IncidentRow,
  type MailRow,
  MOST,
  type ReceiptRow,
  type StopRow,
  type StoryMed,
  selectOwnStory,
  type TracingRow,
  type VerificationRow,
} from './med-story.queries.ts'

type Entry = Pick<
  HistoryEntry,
  'at' | 'what' | 'detail' | 'kind' | 'incidentId' | 'investigationId' | 'tracingId' | 'shipmentId' | 'verificationId'
>

/** All queries for the story of a med, to be run together with other queries. */
export const selectStory = (med: StoryMed) => ({
  ...selectOwnStory(med),
  departures: selectDepartures(med.id, MOST),
  holds: selectHoldRows(med.id, MOST),
  investigations: selectInvestigationRows(med.id, MOST),
})

/**
 * Lists the events of a med at this pharmacy, each with author, time and reason, newest first: the part of its history that no supplier's file has.
 */
export function storyEntries(
  {
    receipts,
    stops,
    departures,
    holds,
    investigations,
    mails,
    incidents,
    tracing,
    verifications,
    actions,
  }: Together<ReturnType<typeof selectStory>>,
  { gtin }: { gtin: string | null },
  party: HistoryEntry['party'],
): HistoryEntry[] {
  const entries: Entry[] = [
    ...withInstants(receipts, 'at').map(ofReceipt),
    ...withInstants(stops, 'at', 'answeredAt').flatMap(ofStop),
    ...withInstants(departures, 'leftAt', 'backAt').flatMap(ofDeparture),
    ...withInstants(holds, 'placedAt', 'releasedAt', 'disposedAt').flatMap(ofHold),
    ...withInstants(investigations, 'openedAt', 'endedAt').flatMap(ofInvestigation),
    ...withInstants(mails, 'at').map(ofMail),
    ...withInstants(incidents, 'at', 'terminatedAt')
      .filter(({ ndc }) => mayCarry(gtin, ndc))
      .map(ofIncident),
    ...withInstants(tracing, 'at', 'answeredAt').flatMap(ofTracing),
    ...withInstants(verifications, 'at').map(ofVerification),
    ...withInstants(actions, 'at').map(ofAction),
  ]
  return entries.toSorted((a, b) => b.at.localeCompare(a.at)).map((one) => ({ party, ...one }))
}

const byWhom = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }) =>
  firstName === null ? 'by Seriatim' : `by ${firstName} ${lastName ?? ''}`.trim()

/** Joins sentences: `Scanned by Dana Ruiz. Reason: it was broken`. */
function sentences(...parts: (string | null | undefined | false)[]): string {
  return parts
    .filter((part): part is string => Boolean(part))
    .map((part) => part.replace(/\.$/, ''))
    .join('. ')
}
const why = (reason: unknown) => (typeof reason === 'string' && reason ? `Reason: ${reason}` : null)
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const collectMeds = (amount: number) => amount > 1 && `${formatAmount(amount, 'package')} from this container`

function ofReceipt(receipt: ReceiptRow): Entry {
  const { at, how, isUndo, reason, meds, purchaseOrderNumbers: numbers } = receipt
  const order = numbers.length ? `PO ${numbers.join(', ')}` : null
  if (isUndo)
    return {
      at: at.toISOString(),
      what: 'Receipt undone',
      detail: sentences(upperFirst(byWhom(receipt)), collectMeds(meds), order, why(reason)),
      kind: 'undo',
    }
  return {
    at: at.toISOString(),
    what: 'Received',
    detail: sentences(`${RECEIVED_HOW[how]} ${byWhom(receipt)}`, collectMeds(meds), order, ...ofLabel(receipt.label), why(reason)),
    kind: 'done',
  }
}

/** For each field in which the label differs from the file, a sentence with the values of both. */
function ofLabel(label: ReceiptRow['label']): string[] {
  if (!label) return []
  const file = { lotNumber: label.fileLotNumber, expirationDate: label.fileExpirationDate }
  return differingFields(label, file).map((field) =>
    field === 'lotNumber'
      ? `The label said lot ${label.lotNumber}, the file says ${file.lotNumber}`
      : `The label said it expires ${labelDay(label.expirationDate)}, the file says ${labelDay(file.expirationDate)}`,
  )
}

/** Writes a month as `MM/YYYY`. A date `YYYY-MM-DD` stays as it is, because the screen formats it. */
const labelDay = (day: string | null) => day?.replace(/^(\d{4})-(\d{2})$/, '$2/$1')

/**
 * Returns the timeline entries of a scan stop: one for the scan with which nothing was received and, if the package was sent back because of it, one
 * for sending it back. A hold, ticket or receipt that followed has an entry elsewhere in the timeline.
 */
function ofStop(stop: StopRow): Entry[] {
  const { at, kind, about, purchaseOrderNumbers: numbers, answer, answeredAt, answeredBy, answerReason } = stop
  const label = {
    lotNumber: stop.lotNumber,
    expirationDate: stop.expirationDate,
    fileLotNumber: stop.fileLotNumber,
    fileExpirationDate: stop.fileExpirationDate,
  }
  const detail = sentences(
    `Scanned ${byWhom(stop)}`,
    numbers.length > 0 && `PO ${numbers.join(', ')}`,
    ...(kind === 'differs' ? ofLabel(label) : []),
    about,
  )
  const stopped: Entry = { at: at.toISOString(), what: `Not received: ${STOP_TITLES[kind]}`, detail, kind: 'stop' }
  if (answer !== 'sentBack' || answeredAt === null) return [stopped]
  return [
    {
      at: answeredAt.toISOString(),
      what: 'Sent back',
      detail: sentences(`By ${answeredBy ?? 'Seriatim'}`, why(answerReason)),
      kind: 'note',
    },
    stopped,
  ]
}

const BACK: Record<NonNullable<DepartureRow['backHow']>, string> = {
  voided: 'Shipment voided: in stock again',
  received: 'Returned: in stock again',
  takenBack: 'Came back without a file: in stock again',
}

/** History entries of a departure with a shipment and, if the package came back, of the return. */
function ofDeparture({ shipmentId, toName, leftAt, leftBy, backAt, backHow, backBy, backReason }: DepartureRow): Entry[] {
  const left: Entry = {
    at: leftAt.toISOString(),
    what: `Sent to ${toName}`,
    detail: sentences(`Shipment ${shipmentId}`, `By ${leftBy}`),
    kind: 'handover',
    shipmentId,
  }
  if (backAt === null) return [left]
  const what = BACK[backHow ?? 'received']
  const detail = sentences(`Shipment ${shipmentId}`, backBy && `By ${backBy}`, backReason)
  return [{ at: backAt.toISOString(), what, detail, kind: 'undo', shipmentId }, left]
}

function ofHold(hold: HoldRow): Entry[] {
  const { kind, label, reason, placedAt, placedBy, releasedAt, releasedBy, releaseReason } = hold
  const what = { med: '', order: `, with all of ${label}`, package: `, with container ${label}`, lot: `, with ${label}` }[kind] ?? ''
  const placed: Entry = {
    at: placedAt.toISOString(),
    what: `Put on hold${what}`,
    detail: sentences(`By ${placedBy ?? 'Seriatim'}`, why(reason)),
    kind: 'stop',
  }
  if (hold.disposedAt && hold.disposalHow) {
    const disposed = sentences(`By ${hold.disposedBy ?? 'Seriatim'}`, why(hold.disposalReason))
    return [placed, { at: hold.disposedAt.toISOString(), what: `${DISPOSALS[hold.disposalHow]}${what}`, detail: disposed, kind: 'stop' }]
  }
  if (releasedAt === null) return [placed]
  const released = sentences(`By ${releasedBy ?? 'Seriatim'}`, why(releaseReason))
  return [placed, { at: releasedAt.toISOString(), what: `Released from hold${what}`, detail: released, kind: 'note' }]
}

function ofInvestigation(investigation: InvestigationRow): Entry[] {
  const { id, reason, openedAt, openedBy, outcome, conclusion, endedAt, endedBy, findings } = investigation
  const opened: Entry = {
    at: openedAt.toISOString(),
    what: `Investigation ${id} opened`,
    detail: sentences(`By ${openedBy ?? 'Seriatim'}`, `Suspected: ${reason}`),
    kind: 'stop',
    investigationId: id,
  }
  if (!outcome || endedAt === null) return [opened]
  const ended: Entry = {
    at: endedAt.toISOString(),
    what: outcome === 'cleared' ? `Cleared by investigation ${id}` : `Found illegitimate by investigation ${id}`,
    detail: sentences(`By ${endedBy ?? 'Seriatim'}`, formatAmount(findings, 'finding'), conclusion),
    kind: outcome === 'cleared' ? 'done' : 'stop',
    investigationId: id,
  }
  // The newest entry comes first, even if both entries have the same time.
  return [ended, opened]
}

const MAIL: Record<string, string> = {
  sent: 'Pedigree sent by email',
  waiting: 'Pedigree on its way by email',
  failed: 'Pedigree not sent: the mail server refused it',
  stopped: 'Pedigree not sent: held back',
}

function ofMail(mail: MailRow): Entry {
  return {
    at: mail.at.toISOString(),
    what: MAIL[mail.status] ?? 'Pedigree emailed',
    detail: sentences(`To ${mail.to.join(', ')}, ${byWhom(mail)}`),
    kind: mail.status === 'sent' || mail.status === 'waiting' ? 'note' : 'stop',
  }
}

function ofIncident(report: IncidentRow): Entry {
  const number = report.incidentNumber === null ? 'No incident number yet' : `Incident ${report.incidentNumber}`
  return {
    at: report.at.toISOString(),
    what: `Incident reported: ${INCIDENT_TYPES[report.reportType].toLowerCase()}`,
    detail: sentences(upperFirst(byWhom(report)), number, report.terminatedAt && 'Terminated'),
    kind: 'stop',
    incidentId: report.id,
  }
}

/** History entries about a tracing request: our request and its reply, or somebody's request and our answer. */
function ofTracing(request: TracingRow): Entry[] {
  const { id, number, isOurs, organization, at, answeredAt, files } = request
  const asked: Entry = {
    at: at.toISOString(),
    what: isOurs ? `${organization} asked where it came from` : `Tracing request from ${organization}`,
    detail: sentences(`Request ${number}`, request.firstName !== null && upperFirst(byWhom(request))),
    kind: 'note',
    tracingId: id,
  }
  if (!answeredAt) return [asked]
  const answered: Entry = {
    at: answeredAt.toISOString(),
    what: isOurs ? `Reply from ${organization}` : `Answer sent to ${organization}`,
    detail: sentences(`Request ${number}`, isOurs && files.length > 0 && files.join(', ')),
    kind: 'done',
    tracingId: id,
  }
  return [answered, asked]
}

const ANSWERED: Record<VerificationRow['answer'], readonly [what: string, kind: Entry['kind']]> = {
  verified: ['Verified by the', 'done'],
  notVerified: ['Not verified by the', 'stop'],
  // A missing answer says nothing about the package, so it is shown as a note and not as a warning.
  unavailable: ['No answer from the', 'note'],
}

function ofVerification(question: VerificationRow): Entry {
  const { id, at, answer, reason, additionalInfo, askedWhom, isSimulated } = question
  const [what, kind] = ANSWERED[answer]
  const isRemarked = answer === 'verified' && additionalInfo !== null
  return {
    at: at.toISOString(),
    what: `${what} ${isSimulated ? 'simulator' : 'manufacturer'}${isRemarked ? ', with a remark' : ''}`,
    detail: sentences(
      `Asked ${byWhom(question)}`,
      askedWhom && `Contact: ${askedWhom}`,
      why(reason),
      additionalInfo && `Remark: ${additionalInfo}`,
    ),
    kind: isRemarked || isSimulated ? 'note' : kind,
    verificationId: id,
  }
}

const ACTIONS: Record<string, readonly [what: string, kind: Entry['kind']]> = {
  'med.create': ['Entered by hand', 'note'],
  'med.fill': ['Blank fields filled in', 'note'],
  'med.void': ['Voided', 'undo'],
  'med.bringBack': ['Entered again', 'note'],
  'med.attach': ['File attached', 'note'],
  'med.deleteAttachment': ['Attachment deleted', 'undo'],
  'order.void': ['Order voided', 'undo'],
  'order.close': ['Order closed short', 'note'],
  'order.reopen': ['Order reopened', 'note'],
}

function ofAction(action: ActionRow): Entry {
  const [what, kind] = ACTIONS[action.action] ?? [action.action, 'note' as const]
  const { filename, reason } = action.detail
  const numbers = action.purchaseOrderNumbers
  return {
    at: action.at.toISOString(),
    what: numbers?.length ? `${what}: PO ${numbers.join(', ')}` : what,
    detail: sentences(typeof filename === 'string' && filename, upperFirst(byWhom(action)), why(reason)),
    kind,
  }
}
