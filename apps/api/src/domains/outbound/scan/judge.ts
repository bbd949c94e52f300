import { differingFields, type Label } from '@seriatim/gs1'
import {
  formatAmount,
  SHIPMENT_STOPS,
  SHORT_DATED_DAYS,
  type ShipmentPurpose,
  type ShipmentStop,
  type ShipmentStopCode,
} from '@seriatim/schema'
import type { Clock } from '../../../print/dates.ts'
import { printDay, printExpiry, printMoment } from '../../../print/dates.ts'
import type { Departure } from '../../departure/departure.joins.ts'
import { addCalendarDays } from '../../trading-partner/license/authorization.rules.ts'

/** A package on file, with all facts from which we decide whether it may be shipped. */
export interface LeavingMed {
  medId: number
  gtin: string | null
  serialNumber: string
  lotNumber: string | null
  /** `YYYY-MM-DD` */
  expirationDate: string | null
  productName: string | null
  locationId: number
  locationName: string
  isTypedIn: boolean
  isReceived: boolean
  isVoided: boolean
  holds: { reason: string; isPending: boolean; disposal: string | null }[]
  recalls: { classification: string | null; number: string | null; confidence: 'exact' | 'probable' }[]
  departure: Departure | null
  /** Id of the unsent shipment (draft) into which the package was scanned, or null. */
  openIn: number | null
  /** Id of the order with which the package was received. */
  documentId: number | null
  line: number | null
  /** GLNs of the company that sold the package to us, as given in the package's file. */
  sellerGlns: string[]
  /** GLNs of the companies and places to which the package was sold and shipped, as given in the package's file. */
  buyerGlns: string[]
  /** The label data that differs from the file and was accepted when the package was received. */
  accepted: { lotNumber: string | null; expirationDate: string | null } | null
  /** When a dispense check last allowed the package; ISO 8601. */
  askedAt: string | null
}

export interface Leaving {
  shipmentId: number
  locationId: number
  purpose: ShipmentPurpose
  receiverGlns: readonly string[]
  senderGln: string
  /**
   * The partner's return policy: days that must be left until the expiration date (`daysLeft`), and days after it during which expired product is
   * taken (`daysExpired`); null where unknown.
   */
  returns: { daysLeft: number | null; daysExpired: number | null }
  hasRecalls: boolean
  /** The calendar day at the location. */
  today: string
  clock: Clock
}

const stop = (code: ShipmentStopCode, text: string): ShipmentStop => ({ code, text })

/** Whether a person may let a package leave despite these stops. */
export const mayAccept = (stops: readonly ShipmentStop[]): boolean => stops.every(({ code }) => SHIPMENT_STOPS[code].asks)

/** Every reason why a package may not leave with a shipment, most severe first. */
export function judgeLeaving(med: LeavingMed, label: Label, leaving: Leaving): ShipmentStop[] {
  const order = Object.keys(SHIPMENT_STOPS)
  return [...judgePlace(med, leaving), ...judgeSafety(med, leaving), ...judgeRecord(med, label, leaving)].toSorted(
    (one, other) => order.indexOf(one.code) - order.indexOf(other.code),
  )
}

function judgePlace(med: LeavingMed, { shipmentId, locationId, clock }: Leaving): ShipmentStop[] {
  const { departure, openIn } = med
  const disposed = med.holds.find(({ disposal }) => disposal !== null)
  return [
    ...(departure
      ? [
          stop(
            'left',
            `It was sent to ${departure.toName} on ${printMoment(departure.leftAt, clock)}, with shipment ${departure.shipmentId}.`,
          ),
        ]
      : []),
    ...(openIn === null
      ? []
      : openIn === shipmentId
        ? [stop('thisShipment', 'It is already in this shipment.')]
        : [stop('otherShipment', `It was scanned into shipment ${openIn}, which has not been sent yet.`)]),
    ...(med.locationId === locationId ? [] : [stop('elsewhere', `It is on file at ${med.locationName}.`)]),
    ...(disposed ? [stop('gone', `Our records show that it was ${disposed.disposal} after a hold. Find out why it is still here.`)] : []),
    ...(med.isVoided ? [stop('voided', 'Its record or its order was voided.')] : []),
    ...(med.isReceived || med.isTypedIn ? [] : [stop('notReceived', 'It is listed in an order and was not received. Receive it first.')]),
  ]
}

/** Purposes for which expired and recalled packages may leave. */
const TAKES_BAD: ReadonlySet<ShipmentPurpose> = new Set(['nonsaleable', 'destruction'])

function judgeSafety(med: LeavingMed, leaving: Leaving): ShipmentStop[] {
  const { purpose, hasRecalls, today } = leaving
  const held = med.holds
    .filter(({ disposal }) => disposal === null)
    .map(({ reason, isPending }) =>
      isPending ? stop('dataPending', `On hold until its data is corrected: ${reason}`) : stop('held', `On hold in quarantine: ${reason}`),
    )
  if (TAKES_BAD.has(purpose)) return [...held, ...judgePolicy(med, leaving)]
  const recalled = (hasRecalls ? med.recalls : []).map(({ classification, number, confidence }) => {
    const name = [classification ?? 'not classified yet', number].filter((part) => part !== null).join(', ')
    return stop('recalled', `A recall (${name}) ${confidence === 'exact' ? 'names' : 'probably names'} this lot. Set the package aside.`)
  })
  return [...recalled, ...held, ...judgePolicy(med, leaving), ...judgeExpiry(med, today)]
}

/** Returns the stop `policy` if the partner does not take back a package with this expiration date; otherwise nothing. */
function judgePolicy({ expirationDate }: LeavingMed, { purpose, returns: { daysLeft, daysExpired }, today }: Leaving): ShipmentStop[] {
  if (expirationDate === null) return []
  if (purpose === 'return' && daysLeft !== null && expirationDate < addCalendarDays(today, daysLeft))
    return [
      stop(
        'policy',
        `It expires on ${printDay(expirationDate)}. The partner takes returns with at least ${formatAmount(daysLeft, 'day')} left.`,
      ),
    ]
  if (purpose === 'nonsaleable' && daysExpired !== null && addCalendarDays(expirationDate, daysExpired) < today)
    return [
      stop(
        'policy',
        `It expired on ${printDay(expirationDate)}. The partner accepts it up to ${formatAmount(daysExpired, 'day')} after that.`,
      ),
    ]
  return []
}

function judgeExpiry({ expirationDate }: LeavingMed, today: string): ShipmentStop[] {
  if (expirationDate === null) return []
  if (expirationDate < today) return [stop('expired', `It expired on ${printDay(expirationDate)}.`)]
  return expirationDate <= addCalendarDays(today, SHORT_DATED_DAYS) ? [stop('short', `It expires on ${printDay(expirationDate)}.`)] : []
}

function judgeRecord(med: LeavingMed, label: Label, { purpose, receiverGlns, senderGln, clock }: Leaving): ShipmentStop[] {
  const { isTypedIn, askedAt, sellerGlns, buyerGlns } = med
  // A seller takes a package back only as it was sold. So a label that differs from the file stops a return, even if the pharmacy accepted the
  // difference when it received the package.
  const accepted = purpose === 'return' ? null : med.accepted
  const labeled = purpose === 'return' && med.accepted ? { ...label, ...acceptedLabel(med.accepted) } : label
  const differs = differingFields(labeled, med).filter((field) => !accepted || differingFields(label, accepted).includes(field))
  const isBought = sellerGlns.some((gln) => receiverGlns.includes(gln))
  return [
    ...(differs.length > 0
      ? [
          stop(
            'differs',
            `The label differs from the record: ${differs.map((field) => (field === 'lotNumber' ? `lot ${labeled.lotNumber} on the label, ${med.lotNumber} on file` : `expiry ${printExpiry(labeled.expirationDate ?? '')} on the label, ${printExpiry(med.expirationDate ?? '')} on file`)).join(', ')}.`,
          ),
        ]
      : []),
    ...(purpose === 'return' && !isBought
      ? [
          stop(
            'notBought',
            sellerGlns.length > 0
              ? 'The file names a different seller. Return the package to that seller.'
              : 'No file says who sold it to you.',
          ),
        ]
      : []),
    ...(purpose === 'return' && isBought && buyerGlns.length > 0 && !buyerGlns.includes(senderGln)
      ? [
          stop(
            'otherGln',
            `The file says that it was sold to GLN ${buyerGlns.join(' or ')}, but the return would come from GLN ${senderGln}.`,
          ),
        ]
      : []),
    ...(askedAt === null
      ? []
      : [
          stop(
            'asked',
            `A dispense check allowed this package to be dispensed on ${printMoment(askedAt, clock)}, so it may have been opened or partly dispensed.`,
          ),
        ]),
    ...(isTypedIn
      ? [stop('typedIn', 'It was typed in by hand. Without a file there is no EPCIS document; the letter says what was entered.')]
      : []),
  ]
}

/** The lot and expiration date on the label that somebody accepted when receiving the package. A field that was not on the label is left out. */
const acceptedLabel = ({ lotNumber, expirationDate }: NonNullable<LeavingMed['accepted']>): Label => ({
  ...(lotNumber === null ? {} : { lotNumber }),
  ...(expirationDate === null ? {} : { expirationDate }),
})

/**
 * Derives the stops of a case from those of its packages. There is only one stop if all packages are already in this shipment, or if a package has a
 * stop that no person may accept; otherwise there is one stop per reason.
 */
export function judgeContents(stops: readonly (readonly ShipmentStop[])[]): ShipmentStop[] {
  const scanned = stops.map((own) => own.find(({ code }) => code === 'thisShipment'))
  const [first] = scanned
  if (first && scanned.every((one) => one !== undefined))
    return [stop('thisShipment', 'All packages in this case are already in this shipment.')]
  const all = stops.flat()
  const codes = [...new Set(all.map(({ code }) => code))]
  const grave = codes.filter((code) => !SHIPMENT_STOPS[code].asks)
  if (grave.length > 0) {
    const words = grave.map((code) => {
      const amount = stops.filter((own) => own.some((one) => one.code === code)).length
      return `${amount} ${SHIPMENT_STOPS[code].title.toLowerCase()}`
    })
    return [
      stop(
        'contents',
        `It cannot leave as a whole: of ${formatAmount(stops.length, 'package')}, ${words.join(', ')}. Scan the others one by one.`,
      ),
    ]
  }
  return codes.map((code) => {
    const of = all.filter((one) => one.code === code)
    const [first] = of
    return stop(
      code,
      of.length === 1 && first ? first.text : `${of.length} of ${formatAmount(stops.length, 'package')}. ${first?.text ?? ''}`,
    )
  })
}
