import type { LineRange, ShipmentEnd } from '@seriatim/epcis'
import type { PackagedUnits, ShipmentGroup } from './document.ts'

/** The facts of a shipping event that decide to which order its units belong. */
export interface ShipmentFacts {
  /** The event's number in its document. */
  event: number
  from: ShipmentEnd
  to: ShipmentEnd
  /** Lines of the units that the event itself lists. If it lists a case or pallet, the lines of the contents are not included. */
  lines: readonly LineRange[]
}

export interface Grouping {
  groups: ShipmentGroup[]
  /** For each line, the index of its group; -1 if no event ships it to the customer. */
  groupOf: Int32Array
}

const sellerOf = ({ from }: ShipmentFacts): string | null => from.owningGln ?? from.gln

/**
 * Groups the shipping events whose destination is one of the customer's locations by location and seller (decision 78). A unit belongs to the last
 * event that names it or a container around it, so an earlier owner's sale of the same units creates no order. An event without a seller joins the
 * first group of its location.
 *
 * @param owners the customer's GLNs and the locations they belong to.
 */
export function groupShipments(tree: PackagedUnits, shipments: readonly ShipmentFacts[], owners: ReadonlyMap<string, number>): Grouping {
  const placed = shipments.flatMap((shipment) => {
    const locationId = findLocation(shipment.to, owners)
    return locationId === undefined ? [] : [{ ...shipment, locationId }]
  })
  const { groups, groupOfEvent } = makeGroups(placed)
  const eventOf = new Int32Array(tree.count).fill(-1)
  for (const [index, { lines }] of placed.entries()) for (const [from, to] of lines) eventOf.fill(index, from, to + 1)
  const groupOf = new Int32Array(tree.count).fill(-1)
  for (let line = 0; line < tree.count; line += 1) {
    if (tree.shipped[line] !== 1) continue
    const around = eventOf[tree.parent[line] ?? -1] ?? -1
    if (around > (eventOf[line] ?? -1)) eventOf[line] = around
    groupOf[line] = groupOfEvent[eventOf[line] ?? -1] ?? -1
  }
  return keepUsed({ groups, groupOf })
}

function findLocation({ gln, owningGln }: ShipmentEnd, owners: ReadonlyMap<string, number>): number | undefined {
  return (gln === null ? undefined : owners.get(gln)) ?? (owningGln === null ? undefined : owners.get(owningGln))
}

/**
 * Groups a document's shipping events by receiving location and seller. Groups are in the order of their first events; `groupOfEvent` contains the
 * index of each event's group.
 */
function makeGroups(placed: readonly (ShipmentFacts & { locationId: number })[]): { groups: ShipmentGroup[]; groupOfEvent: number[] } {
  const groups: ShipmentGroup[] = []
  const known = new Map<string, number>()
  const firstAt = new Map<number, number>()
  const add = (shipment: ShipmentFacts & { locationId: number }): number => {
    const { locationId, from, to } = shipment
    const senderGln = sellerOf(shipment)
    const key = `${locationId} ${senderGln}`
    const found = senderGln === null ? firstAt.get(locationId) : known.get(key)
    if (found !== undefined) return found
    const index = groups.push({ locationId, senderGln, from, to }) - 1
    known.set(key, index)
    if (!firstAt.has(locationId)) firstAt.set(locationId, index)
    return index
  }
  for (const shipment of placed) if (sellerOf(shipment) !== null) add(shipment)
  return { groups, groupOfEvent: placed.map(add) }
}

/** Removes groups without units, which occur if later shipping events assign all units of a group to other groups. Renumbers the remaining groups. */
function keepUsed({ groups, groupOf }: Grouping): Grouping {
  const used = new Set(groupOf)
  const kept = new Map<number, number>()
  for (const index of groups.keys()) if (used.has(index)) kept.set(index, kept.size)
  return {
    groups: [...kept.keys()].flatMap((index) => groups[index] ?? []),
    groupOf: groupOf.map((group) => kept.get(group) ?? -1),
  }
}

/** Maximum number of parts that become separate orders; a document with more parts becomes a single order (decision 27). */
const MOST_PARTS = 100

/** One of a document's orders, with the shipments that form it. If `group` is null, location and parties are those of the document. */
export interface PartPlan {
  group: ShipmentGroup | null
}

/**
 * Plans the orders into which a document is divided: one for each group of shipments. Units without a group go to the group at `placedAt` or, if
 * there is none, to an additional order; the order with these units comes first. Undefined if the document remains a single order, which is also so
 * if it had more than `MOST_PARTS` parts.
 * @param placedAt the location of the document as a whole (decision 27).
 */
export function planParts(
  { groups, groupOf }: Grouping,
  placedAt: number | null,
  tree: PackagedUnits,
): { plans: PartPlan[]; partOf: Int32Array } | undefined {
  let hasRest = false
  for (let line = 0; line < tree.count && !hasRest; line += 1) hasRest = groupOf[line] === -1 && tree.shipped[line] === 1
  const first = groups.findIndex(({ locationId }) => locationId === placedAt)
  const isRestApart = hasRest && first < 0
  const amount = groups.length + (isRestApart ? 1 : 0)
  if (amount < 2 || amount > MOST_PARTS) return undefined
  const main = isRestApart ? -1 : Math.max(first, 0)
  const order = [main, ...[...groups.keys()].filter((index) => index !== main)]
  const positions = new Map(order.map((group, index) => [group, index]))
  const partOf = groupOf.map((group) => positions.get(group) ?? 0)
  return { plans: order.map((index) => ({ group: groups[index] ?? null })), partOf }
}
