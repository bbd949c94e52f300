import { differingFields } from '@seriatim/gs1'
import type { DispenseReason, DispenseReasonCode, UnknownAtDispense } from '@seriatim/schema'
import { endOfPeriod } from '../recall/match/match.rules.ts'

/** A package on file, with everything that decides whether it may be dispensed. */
export interface DispenseUnit {
  medId: number
  gtin: string | null
  serialNumber: string
  lotNumber: string | null
  expirationDate: string | null
  medName: string | null
  locationId: number
  locationName: string
  timeZone: string
  isTypedIn: boolean
  isReceived: boolean
  isVoided: boolean
  isPackage: boolean
  /** What the label said when the package was received, if it differed from the file and somebody received the package anyway; otherwise null. */
  label: { lotNumber: string | null; expirationDate: string | null } | null
  holds: { reason: string; isPending: boolean; disposal: string | null }[]
  recalls: { classification: string | null; number: string | null; confidence: 'exact' | 'probable' }[]
  /** Whether somebody at the counter marked the package as sent back to the supplier and it has not been received since. */
  isSentBack: boolean
  /** The shipment with which the package left; null if the package is here. `leftOn` is the day at the package's location. */
  departure: { shipmentId: number; toName: string; leftOn: string } | null
  /** Id of the shipment into which the package was scanned and that has not been sent yet; null if there is none. */
  openIn: number | null
}

/** The label as the pharmacy's own system sent it. */
export interface AskedLabel {
  lotNumber: string | null
  expirationDate: string | null
}

export interface DispenseFacts {
  /** The package on file; undefined if there is none. */
  unit: DispenseUnit | undefined
  asked: AskedLabel
  /** Reasons for the holds on a package that no document lists. */
  unlistedHolds: readonly string[]
  unknown: UnknownAtDispense
  /** Whether the subscription includes recalls. */
  hasRecalls: boolean
  /** Whether the comparison of lots with recalls is incomplete, because new lots or new recalls have not been compared yet. */
  isWaiting: boolean
  /** The calendar day at the package's location. */
  today: string
}

const makeReason = (code: DispenseReasonCode, text: string, blocks = true): DispenseReason => ({ code, blocks, text })

/** Every reason against dispensing, gravest first (decision 77). */
export function judgeDispense(facts: DispenseFacts): DispenseReason[] {
  const { unit, hasRecalls } = facts
  const reasons = [
    ...(unit ? judgeRecalls(unit, hasRecalls) : []),
    ...judgeHolds(unit, facts.unlistedHolds),
    ...(unit ? judgeRecord(unit, facts) : [judgeUnknown(facts.unknown)]),
    ...(unit ? judgeDraft(unit) : []),
  ]
  const gap = unit && whyNotChecked(facts)
  return gap === undefined ? reasons : [...reasons, makeReason('recalls_not_checked', gap, false)]
}

export const isAllowed = (reasons: readonly DispenseReason[]): boolean => !reasons.some(({ blocks }) => blocks)

/** Says why recalls were not fully checked, so that the answer cannot be "no recall"; undefined if all recalls were checked. */
function whyNotChecked({ hasRecalls, isWaiting }: DispenseFacts): string | undefined {
  if (!hasRecalls) return 'Recalls were not checked, because the subscription does not include them.'
  return isWaiting ? 'Some lots and recalls have not been compared yet. Ask again in a few minutes.' : undefined
}

function judgeRecalls({ recalls }: DispenseUnit, hasRecalls: boolean): DispenseReason[] {
  if (!hasRecalls) return []
  return recalls.map(({ classification, number, confidence }) => {
    const name = [classification ?? 'not classified yet', number].filter((part) => part !== null).join(', ')
    const verb = confidence === 'exact' ? 'names' : 'probably names'
    return makeReason('recalled', `A recall (${name}) ${verb} this lot. Set the package aside.`)
  })
}

const DISPOSALS: Record<string, string> = { destroyed: 'destroyed', returned: 'returned', surrendered: 'surrendered' }

function judgeHolds(unit: DispenseUnit | undefined, unlisted: readonly string[]): DispenseReason[] {
  const holds = unit?.holds ?? []
  const disposed = holds.find(({ disposal }) => disposal !== null)
  const sent = unit?.departure
  const gone = sent
    ? `It was sent to ${sent.toName} on ${writeUsDate(sent.leftOn)}, with shipment ${sent.shipmentId}. Find out why it is still here.`
    : disposed
      ? `Our records show that it was ${DISPOSALS[disposed.disposal ?? ''] ?? 'disposed of'} after a hold. Find out why it is still here.`
      : unit?.isSentBack
        ? 'Our records show that it was returned to its seller at receiving. Find out why it is still here.'
        : undefined
  return [
    ...holds
      .filter(({ disposal }) => disposal === null)
      .map(({ reason, isPending }) =>
        makeReason('held', isPending ? `On hold until its data is corrected: ${reason}` : `On hold in quarantine: ${reason}`),
      ),
    ...unlisted.map((reason) => makeReason('held', `On hold in quarantine: ${reason}`)),
    ...(gone === undefined ? [] : [makeReason('sent_away', gone)]),
  ]
}

function judgeRecord(unit: DispenseUnit, { asked, today }: DispenseFacts): DispenseReason[] {
  const reasons: DispenseReason[] = []
  if (unit.isVoided) reasons.push(makeReason('voided', 'Its record or its order was voided.'))
  const differing = findDifferences(unit, asked)
  if (differing.length > 0) reasons.push(makeReason('label_differs', `The label differs from the file: ${differing.join(', ')}.`))
  // If label and file state different dates, the earlier one counts.
  const dates = [unit.expirationDate, asked.expirationDate].flatMap((date) => (date === null ? [] : [endOfPeriod(date)]))
  const expired = dates.filter((date) => date < today).toSorted()[0]
  if (expired !== undefined) reasons.push(makeReason('expired', `It expired on ${writeUsDate(expired)}.`))
  if (unit.isPackage)
    reasons.push(makeReason('not_a_package', 'This is the number of a case or pallet. Scan the package that you want to dispense.'))
  else if (!unit.isReceived && !unit.isTypedIn && !unit.isSentBack)
    reasons.push(makeReason('not_received', 'It is listed in an order and was not received. Receive it first.'))
  return reasons
}

/** Warns about a package that was scanned into a shipment's draft: it can be dispensed, but must then be taken out of the shipment. */
function judgeDraft({ openIn }: DispenseUnit): DispenseReason[] {
  if (openIn === null) return []
  return [
    makeReason(
      'in_shipment',
      `It is in shipment ${openIn}, which has not been sent yet. Remove it from the shipment before you dispense it.`,
      false,
    ),
  ]
}

/** `2028-04-30` -> `04/30/2028`, and a month, `2028-04` -> `04/2028`. */
const writeUsDate = (day: string) => `${day.slice(5).replace('-', '/')}/${day.slice(0, 4)}`

/** Describes the fields in which the scanned label differs from the file. A difference that was accepted at receiving is left out. */
function findDifferences({ lotNumber, expirationDate, label }: DispenseUnit, asked: AskedLabel): string[] {
  const onFile = differingFields(asked, { lotNumber, expirationDate })
  const accepted = label ? differingFields(asked, { lotNumber: label.lotNumber, expirationDate: label.expirationDate }) : onFile
  const isAccepted = (field: 'lotNumber' | 'expirationDate') => label !== null && label[field] !== null && !accepted.includes(field)
  return onFile
    .filter((field) => !isAccepted(field))
    .map((field) =>
      field === 'lotNumber'
        ? `lot ${asked.lotNumber} on the label, ${lotNumber} on file`
        : `expiry ${writeUsDate(asked.expirationDate ?? '')} on the label, ${writeUsDate(expirationDate ?? '')} on file`,
    )
}

function judgeUnknown(unknown: UnknownAtDispense): DispenseReason {
  const next =
    unknown === 'deny'
      ? 'Your organization does not dispense packages that are not on file.'
      : 'Your organization allows dispensing with this warning.'
  return makeReason(
    'unknown',
    `No package with this GTIN and serial number is on file, so holds and recalls could not be checked. ${next}`,
    unknown === 'deny',
  )
}
