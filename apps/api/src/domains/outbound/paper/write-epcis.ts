import { type ShipmentPlace as EpcisPlace, type ShipmentDocument, validateEpcis, writeShipment } from '@seriatim/epcis'
import type { ShipmentParty, ShipmentPlace } from '@seriatim/schema'
import type { ShipmentRecord } from '../outbound.queries.ts'
import { composeGoods } from './compose.ts'
import type { DocumentPlace, ShipmentLine } from './paper.queries.ts'

const toPlace = ({ gln: _, ...place }: ShipmentPlace): EpcisPlace => ({ ...place, country: 'US' })
const toParty = ({ owner, location }: ShipmentParty) => ({ owner: toPlace(owner), location: toPlace(location) })

/** The offset of a time zone at a moment, such as `-05:00`. */
function offsetAt(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
  return name === 'GMT' ? '+00:00' : name.replace('GMT', '')
}

/** The number by which documents refer to a shipment. */
export const shipmentNumber = ({ id }: Pick<ShipmentRecord, 'id'>): string => `SHIPMENT-${id}`

/**
 * The business documents of a shipment. The numbers of the order and the return authorization come from the partner; the dispatch advice has our own
 * number.
 */
function papersOf(shipment: ShipmentRecord): ShipmentDocument['papers'] {
  const { purchaseOrder, rma, sender, receiver } = shipment
  const own = shipmentNumber(shipment)
  return [
    // The guideline requires an order number. A transfer without one uses our own number.
    { type: 'po', gln: receiver.owner.gln, number: purchaseOrder ?? own },
    { type: 'desadv', gln: sender.location.gln, number: own },
    ...(rma === null ? [] : [{ type: 'rma', gln: receiver.owner.gln, number: rma }]),
  ]
}

export type WrittenEpcis = { text: string } | { gap: string }

/**
 * Writes the EPCIS document of a shipment, or of its void, and validates it like a received document: a document with a finding is never handed over.
 * Returns the text, or, if there is no document, the reason as `gap`.
 */
export function writeEpcis(
  shipment: ShipmentRecord,
  lines: readonly ShipmentLine[],
  places: readonly DocumentPlace[],
  kind: 'epcis' | 'void',
  createdAt: Date,
): WrittenEpcis {
  const { guideline, sender, receiver, sentAt, voidedAt, timeZone, withTi } = shipment
  const composed = composeGoods(lines, places, guideline)
  if ('gap' in composed) return composed
  const at = (moment: Date) => ({ at: moment, offset: offsetAt(moment, timeZone) })
  const document: ShipmentDocument = {
    guideline,
    instanceIdentifier: `${shipmentNumber(shipment)}-${kind === 'void' ? 'VOID-' : ''}${createdAt.getTime().toString(36).toUpperCase()}`,
    createdAt,
    sender: toParty(sender),
    receiver: toParty(receiver),
    ...composed.goods,
    shipped: at(sentAt ?? createdAt),
    ...(kind === 'void' ? { voided: at(voidedAt ?? createdAt) } : {}),
    papers: papersOf(shipment),
    hasStatement: withTi,
  }
  const text = [...writeShipment(document)].join('')
  const { findings } = validateEpcis(new TextEncoder().encode(text), {})
  const [finding] = findings
  return finding ? { gap: `No EPCIS document: the data on file would produce an invalid one. ${finding.message}` } : { text }
}
