import { dropShipmentOf, type Finding, type GuidelineFact } from '@seriatim/epcis'
import { formatAmount } from '@seriatim/schema'
import type { Arrival } from './arrival.ts'
import type { DocumentPart, PackagedUnits } from './document.ts'
import { notAddressedFinding, type Parties, type Placing } from './import.rules.ts'
import type { KnownPart, Recognized } from './recognize-document.ts'

/** The data to write for one order, or for a document that creates none. */
export interface OrderPlan {
  placing: Placing
  parties: Parties
  shipToGln: string | null
  purchaseOrders: readonly string[]
  /** The packaging tree of the document's units; null if the document is malformed. */
  tree: PackagedUnits | null
  /** True if the document was split into orders and `tree` contains only the units of one of them. */
  isPart: boolean
  eventRows: Uint8Array<ArrayBuffer>
  findings: readonly Finding[]
  dropShipment: ReturnType<typeof dropShipmentOf>
  guidelineFacts: readonly GuidelineFact[]
}

/** Plans the orders of a new document, except those that exist already. */
export function planOrders(arrival: Arrival, { placing, known }: Extract<Recognized, { kind: 'new' }>): [OrderPlan, ...OrderPlan[]] {
  const { read } = arrival.job
  const { parts } = read
  const whole = planWhole(arrival, placing)
  const plans = parts.map((part, index) => planPart(arrival, whole, part, { isHead: index === 0, parts }))
  const [first, ...rest] = plans.filter((plan) => !known.some((one) => isSameOrder(one, plan)))
  return first ? [first, ...rest] : [whole]
}

const isSameOrder = ({ locationId, senderGln }: KnownPart, { placing, parties }: OrderPlan): boolean =>
  locationId === placing.locationId && senderGln === parties.senderGln

function planWhole({ job: { read }, parties }: Arrival, placing: Placing): OrderPlan {
  const { document, findings } = read.validation
  return {
    ...{ placing, parties, tree: read.tree, isPart: false, eventRows: read.eventRows },
    shipToGln: document.shipTo.gln,
    purchaseOrders: document.purchaseOrders,
    findings: placing.isAddressed ? findings : [notAddressedFinding(document), ...findings],
    dropShipment: document.dropShipment,
    guidelineFacts: document.guidelineFacts,
  }
}

/**
 * Plans one of the orders into which a document is split. The first order keeps the document's sender, so that a corrected file with the same
 * identifier is recognized. If the seller of another order differs from the seller of the first, that seller becomes the order's sender.
 */
function planPart(
  { job: { read } }: Arrival,
  whole: OrderPlan,
  { group, tree, eventRows, events, purchaseOrders }: DocumentPart,
  { isHead, parts }: { isHead: boolean; parts: readonly DocumentPart[] },
): OrderPlan {
  const placedBy = `Assigned based on the ship-to location of its shipments in the file (GLN ${group?.to.gln ?? group?.to.owningGln}). This file was split into ${formatAmount(parts.length, 'order')}.`
  const isOtherSeller = group !== null && group.senderGln !== (parts[0]?.group?.senderGln ?? null)
  const nameOf = (gln: string | null) => read.locations.find((entry) => entry.gln === gln)?.name ?? null
  const guidelineFacts = whole.guidelineFacts.flatMap((fact) => {
    const own = fact.events.filter((event) => events.has(event))
    return own.length > 0 || fact.isInHeader ? [{ ...fact, events: own }] : []
  })
  return {
    placing: group ? { locationId: group.locationId, isAddressed: true, placedBy } : whole.placing,
    parties:
      isOtherSeller && !isHead ? { ...whole.parties, senderGln: group.senderGln, senderName: nameOf(group.senderGln) } : whole.parties,
    shipToGln: group?.to.gln ?? whole.shipToGln,
    purchaseOrders: purchaseOrders.length > 0 ? purchaseOrders : whole.purchaseOrders,
    ...{ tree, isPart: true, eventRows },
    findings: whole.findings.filter(({ event }) => event === null || events.has(event)),
    dropShipment: dropShipmentOf(guidelineFacts),
    guidelineFacts,
  }
}
