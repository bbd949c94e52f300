import { parseEpc } from '@seriatim/gs1'
import { type EventReference, findOwner, findParty, referenceLabel } from './med-party.rules.ts'

interface Event {
  kind: string
  action: string | null
  bizStep: string | null
  eventTime: string | null
  readPoint: string | null
  bizLocation: string | null
  parent: string | null
  bizTransactions: readonly EventReference[]
  destinations: readonly EventReference[]
  isOwn: boolean
}

interface Place {
  id: string
  gln: string | null
  name: string | null
  city: string | null
  state: string | null
}

interface Unit {
  gtin: string | null
  serialNumber: string
  lotNumber: string | null
  expirationDate: string | null
}

export interface HistoryEntry {
  party: { name: string | null; gln: string | null; place: string | null }
  at: string
  what: string
  detail: string | null
  kind: 'event' | 'handover' | 'done' | 'undo' | 'stop' | 'note'
  incidentId?: number
  investigationId?: number
  tracingId?: number
  shipmentId?: number
  /** Id of the verification that this entry is about, in which the manufacturer was asked about the package. */
  verificationId?: number
}

const WORDS: Record<string, string> = {
  commissioning: 'Serial number assigned',
  packing: 'Packed',
  unpacking: 'Unpacked',
  shipping: 'Shipped',
  void_shipping: 'Shipment canceled',
  receiving: 'Received',
  decommissioning: 'Serial number withdrawn',
  destroying: 'Destroyed',
  inspecting: 'Inspected',
  holding: 'Held',
  storing: 'Stored',
  repackaging: 'Repackaged',
}

/**
 * Makes the history of a serial number from a document, newest first. Events of a case or pallet count from the moment at which the unit was packed
 * into it.
 */
export function historyEntries(events: readonly Event[], places: readonly Place[], unit: Unit): HistoryEntry[] {
  return events
    .filter((event) => event.isOwn || event.bizStep !== 'commissioning')
    .map((event): HistoryEntry => {
      const place = placeOf(event.readPoint ?? event.bizLocation, places)
      return { party: makeParty(place), at: event.eventTime ?? '', ...eventText(event, places, unit) }
    })
    .reverse()
}

function eventText(
  event: Event,
  places: readonly Place[],
  { lotNumber, expirationDate, gtin, serialNumber }: Unit,
): Pick<HistoryEntry, 'what' | 'detail' | 'kind'> {
  const word = WORDS[event.bizStep ?? ''] ?? (event.bizStep ?? 'Event').replaceAll('_', ' ')
  if (event.bizStep === 'commissioning')
    return {
      what: word,
      detail: lotNumber ? `Lot ${lotNumber}${expirationDate ? `, expires ${expirationDate}` : ''}` : null,
      kind: 'event',
    }
  // An event whose parent is the package itself describes items packed into it. Such an event does not move the package.
  if (isUnit(event.parent, { gtin, serialNumber }))
    return {
      what: event.bizStep === 'packing' ? 'Filled' : event.bizStep === 'unpacking' ? 'Emptied' : word,
      detail: null,
      kind: 'event',
    }
  if (event.bizStep === 'packing' || event.bizStep === 'unpacking')
    return {
      what: event.parent?.includes(':sscc:') ? `${word} on pallet` : `${word} in case`,
      detail: pickCode(event.parent),
      kind: 'event',
    }
  if (event.bizStep === 'shipping') {
    const to = placeOf(findOwner(event.destinations), places)
    return {
      what: to?.name ? `Shipped to ${to.name}` : word,
      detail: event.bizTransactions.map(referenceLabel).join(', ') || null,
      kind: 'handover',
    }
  }
  return { what: word, detail: null, kind: 'event' }
}

function isUnit(uri: string | null, { gtin, serialNumber }: Pick<Unit, 'gtin' | 'serialNumber'>): boolean {
  const epc = uri ? parseEpc(uri) : undefined
  return epc?.ok === true && epc.value.kind === 'sgtin' && epc.value.serialNumber === serialNumber && (!gtin || epc.value.gtin === gtin)
}

function pickCode(uri: string | null): string | null {
  if (!uri) return null
  const epc = parseEpc(uri)
  if (!epc.ok) return uri
  return epc.value.kind === 'sscc' ? epc.value.sscc : epc.value.kind === 'sgtin' ? epc.value.serialNumber : uri
}

function placeOf(uri: string | null, places: readonly Place[]): Place | null {
  if (!uri) return null
  const { party, gln } = findParty(uri, places)
  return party ?? { id: uri, gln, name: null, city: null, state: null }
}

function makeParty(place: Place | null): HistoryEntry['party'] {
  return {
    name: place?.name ?? null,
    gln: place?.gln ?? null,
    place: place?.city ? `${place.city}${place.state ? ` ${place.state}` : ''}` : null,
  }
}
