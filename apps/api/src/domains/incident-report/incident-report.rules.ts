import { type IncidentForm, type IncidentMissing, type IncidentState, type IncidentType, NOTIFY_MS, splitAddresses } from '@seriatim/schema'

/** The problem that prevents a preview: the field, and a message on how to fix it. */
export interface FormProblem {
  field: keyof IncidentForm
  sentence: string
}

/**
 * The times against which the form's dates are checked. `today` is the user's calendar day; `ahead` is the number of milliseconds by which the time
 * of the determination is later than the server's clock (negative if it is earlier).
 */
export interface CheckTime {
  today: string
  ahead: number
}

/** Tolerance for clock differences. */
const GRACE_MS = 5 * 60_000

export const isAhead = (at: Date, now: Date): boolean => at.getTime() - now.getTime() > GRACE_MS

/** The first problem of a form, in the order of its items. */
export function findFormProblem(form: IncidentForm, { today, ahead }: CheckTime): FormProblem | undefined {
  if (form.reportType !== 'INITIAL' && !form.incidentNumber.trim())
    return {
      field: 'incidentNumber',
      sentence: 'A follow-up or a request for termination needs the incident number that the FDA assigned (item 2).',
    }
  if (form.initialNotificationDate > today)
    return { field: 'initialNotificationDate', sentence: 'The date of the initial notification is in the future (item 3).' }
  if (!form.productFoundDate)
    return { field: 'productFoundDate', sentence: 'Enter the day on which you determined that the product is illegitimate (item 4).' }
  if (form.productFoundDate > today)
    return {
      field: 'productFoundDate',
      sentence: 'The day on which you determined that the product is illegitimate is in the future (item 4).',
    }
  if (ahead > GRACE_MS) return { field: 'productFoundTime', sentence: 'The time of the determination is in the future (item 4).' }
  if (!form.classification) return { field: 'classification', sentence: 'Choose what you determined the product to be (item 5).' }
  return productProblem(form.nameOfProduct) ?? wordsProblem(form)
}

/** A problem with the product's name, if any. */
export function productProblem(nameOfProduct: string): FormProblem | undefined {
  if (nameOfProduct.trim()) return undefined
  return { field: 'nameOfProduct', sentence: 'Enter the product name as on the label (item 6).' }
}

function wordsProblem(form: IncidentForm): FormProblem | undefined {
  if (form.reportType === 'TERMINATE' && !form.terminationNotes.trim())
    return { field: 'terminationNotes', sentence: 'Explain why the notification is no longer necessary (item 18).' }
  if (form.reportType !== 'TERMINATE' && !form.eventNotes.trim())
    return { field: 'eventNotes', sentence: 'Describe what happened (item 17).' }
  if (form.other && !form.otherSpecify.trim())
    return { field: 'otherSpecify', sentence: 'Enter which other report was made, or clear Other (item 19).' }
  if (!form.contactEmail.trim())
    return { field: 'contactEmail', sentence: 'The FDA sends its acknowledgment to the contact: enter an email address (item 23).' }
  return addressProblem(form.contactEmail)
}

/** The problem with the contact's email address if an invalid one was typed; undefined if the address is valid or empty. */
export function addressProblem(contactEmail: string): FormProblem | undefined {
  const [bad] = splitAddresses(contactEmail).bad
  if (bad === undefined) return undefined
  return { field: 'contactEmail', sentence: `"${bad.slice(0, 100)}" is not an email address (item 23).` }
}

const ITEMS: readonly (readonly [field: keyof IncidentForm, item: string])[] = [
  ['initialNotificationDate', '3 Date of initial notification'],
  ['primaryIngredients', '7 Primary ingredients'],
  ['strength', '10 Strength'],
  ['quantity', '12 Quantity'],
  ['ndc', '13 NDC'],
  ['serialNumber', '14 Serial number'],
  ['lotNumber', '15 Lot number'],
  ['expiration', '16 Expiration date'],
  ['companyName', '20 Company name'],
  ['addressLineOne', '20 Address'],
  ['city', '20 City'],
  ['state', '20 State'],
  ['zip', '20 ZIP code'],
  ['uniqueFacilityIdentifier', '22 Unique facility identifier'],
  ['contactName', '23 Contact name'],
  ['contactPhone', '23 Contact telephone'],
]

/** Lists empty fields that the FDA will ask about. The report can be sent without them. */
export function missingItems(form: IncidentForm): string[] {
  const open = ITEMS.filter(([field]) => !String(form[field] ?? '').trim()).map(([, item]) => item)
  const isAnswered = form.none || form.bpdr || form.medWatch3500 || form.far || form.medWatch3500a || form.other
  return isAnswered ? open : [...open, '19 Submitted through an alternative mechanism']
}

/** Applies the form's own rules: 'None' excludes the others, and only Other has a text (decision 32). */
export function normalizeForm(form: IncidentForm): IncidentForm {
  const settled = form.none ? { ...form, bpdr: false, medWatch3500: false, far: false, medWatch3500a: false, other: false } : form
  const incidentNumber = form.reportType === 'INITIAL' ? '' : form.incidentNumber.trim()
  return { ...settled, incidentNumber, otherSpecify: settled.other ? settled.otherSpecify : '' }
}

interface Standing {
  incidentNumber: string | null
  terminatedAt: Date | null
  reportTypes: readonly IncidentType[]
}

/**
 * The state of an incident: TERMINATED once the FDA agreed; otherwise TERMINATION once we requested it; SUBMITTED while the FDA has not assigned a
 * number; then FOLLOWUP if a follow-up was sent, otherwise ACKNOWLEDGED.
 */
export function deriveIncidentState({ incidentNumber, terminatedAt, reportTypes }: Standing): IncidentState {
  if (terminatedAt) return 'TERMINATED'
  if (reportTypes.includes('TERMINATE')) return 'TERMINATION'
  if (incidentNumber === null) return 'SUBMITTED'
  return reportTypes.includes('FOLLOWUP') ? 'FOLLOWUP' : 'ACKNOWLEDGED'
}

interface NotificationFacts {
  determinedAt: Date
  terminatedAt: Date | null
  /** The state of the first report's emails to the FDA; undefined if the first report was not sent from here. */
  fdaMails: readonly ('waiting' | 'sent' | 'failed')[] | undefined
  /** The number that the FDA assigned, which proves that the FDA has the report. */
  incidentNumber: string | null
  /** When a person recorded that the report was submitted in another way. */
  fdaToldAt: Date | null
  /** When a person recorded that all partners were notified, or that there are none. */
  partnersToldAt: Date | null
}

/**
 * When the FDA and the immediate trading partners must be notified of an incident, and which of them still have to be: 24 hours after the
 * determination. Undefined if all were notified, if the incident was terminated, or if its first report was not sent from here.
 * @see 21 U.S.C. 360eee-1(d)(4)(B)(ii)
 */
export function notificationClock(facts: NotificationFacts): { dueAt: Date; missing: IncidentMissing[] } | undefined {
  const { determinedAt, terminatedAt, fdaMails, partnersToldAt } = facts
  if (terminatedAt || !fdaMails) return undefined
  const missing: IncidentMissing[] = []
  if (!isFdaNotified({ ...facts, fdaMails })) missing.push(fdaMissing(fdaMails))
  if (!partnersToldAt) missing.push('partnersNotTold')
  return missing.length ? { dueAt: new Date(determinedAt.getTime() + NOTIFY_MS), missing } : undefined
}

/**
 * Whether the FDA answered with its number, every mail server on its side accepted the first report, or a person recorded that it was submitted in
 * another way.
 */
export function isFdaNotified({
  fdaMails = [],
  incidentNumber,
  fdaToldAt,
}: Pick<NotificationFacts, 'fdaMails' | 'incidentNumber' | 'fdaToldAt'>): boolean {
  return fdaToldAt !== null || incidentNumber !== null || (fdaMails.length > 0 && fdaMails.every((status) => status === 'sent'))
}

function fdaMissing(mails: readonly string[]): IncidentMissing {
  if (mails.includes('failed')) return 'fdaMailFailed'
  return mails.length ? 'fdaMailWaiting' : 'fdaNotTold'
}

/** Whether an email was accepted by a mail server but later marked as not delivered. */
export const isLost = ({ status, sentAt }: { status: string; sentAt: Date | null }) => status === 'failed' && sentAt !== null

/** A notice for one partner: its name replaces `{partner}` in the text. */
export function addressNotice(text: string, partner: string): string {
  return text.replaceAll('{partner}', () => partner)
}
