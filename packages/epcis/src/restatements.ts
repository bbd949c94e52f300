import type { EpcisEvent, Restatement } from './facts.ts'
import { readPartyId } from './locations.ts'

/** If another event with the same units, parties and purchase orders follows within this time, it states the same shipment again (decision 78). */
export const SAME_SHIPMENT_MS = 24 * 3_600_000
const MOST_RESTATEMENTS = 1000

/** Data of a shipping event, by which two events that state the same shipment are recognized. */
export interface StatedShipment {
  readonly event: number
  /** Time of the event, Unix time in milliseconds; NaN if unknown. */
  readonly time: number
  /** A key made from the event's parties and purchase orders. Only events that have the same ones have the same key. */
  readonly matter: string
  /** Units in ascending order, each once. */
  readonly units: Int32Array
}

/**
 * Finds shipping events that repeat another one. If two events within a day have the same units, parties and purchase orders, only the later one
 * counts; if their times are equal, the one that comes later in the file counts.
 */
export function findRestatements(shipments: readonly StatedShipment[]): Restatement[] {
  const found: Restatement[] = []
  for (const same of groupBySubject(shipments)) {
    const ordered = same.toSorted((one, other) => one.time - other.time || one.event - other.event)
    for (const [index, earlier] of ordered.entries()) {
      const later = ordered[index + 1]
      if (later !== undefined && later.time - earlier.time <= SAME_SHIPMENT_MS) found.push({ event: earlier.event, by: later.event })
    }
  }
  return found.toSorted((one, other) => one.event - other.event).slice(0, MOST_RESTATEMENTS)
}

function groupBySubject(shipments: readonly StatedShipment[]): StatedShipment[][] {
  const groups: StatedShipment[][] = []
  const usable = shipments.filter(({ time, units }) => !Number.isNaN(time) && units.length > 0)
  for (const alike of Map.groupBy(usable, ({ matter, units }) => `${units.length} ${hashOf(units)} ${matter}`).values()) {
    const own: StatedShipment[][] = []
    for (const shipment of alike) {
      const group = own.find(([first]) => first !== undefined && areEqual(first.units, shipment.units))
      if (group === undefined) own.push([shipment])
      else group.push(shipment)
    }
    groups.push(...own.filter((group) => group.length > 1))
  }
  return groups
}

/**
 * FNV-1a hash of the units. Only shipments with equal hashes are compared unit by unit, so a document with many different shipments takes linear
 * time.
 */
function hashOf(units: Int32Array): number {
  let hash = 0x811c9dc5
  for (const unit of units) hash = Math.imul(hash ^ unit, 0x01000193)
  return hash
}

function areEqual(one: Int32Array, other: Int32Array): boolean {
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false
  return one.length === other.length
}

/** Collects a document's shipping events. */
export class Shipments {
  private readonly list: StatedShipment[] = []

  /** Adds a shipping event. @param ids the units that the event lists; -1 stands in for an entry that is no readable unit. */
  add(event: EpcisEvent, ids: Int32Array): void {
    const units = Int32Array.from(new Set(ids)).sort()
    const time = event.eventTime === null ? Number.NaN : Date.parse(event.eventTime)
    this.list.push({ event: event.number, time, matter: matterOf(event), units: units.subarray(units[0] === -1 ? 1 : 0) })
  }

  get restatements(): Restatement[] {
    return findRestatements(this.list)
  }
}

function matterOf({ kind, sources, destinations, bizTransactions }: EpcisEvent): string {
  const parties = (ends: EpcisEvent['sources']) => ends.map(({ type, value }) => `${type} ${readPartyId(value)?.key ?? value}`).sort()
  const orders = bizTransactions.flatMap(({ type, value }) => (type === 'po' ? [value] : [])).sort()
  return JSON.stringify([kind, parties(sources), parties(destinations), orders])
}
