import { type EventReference, findOwner, findParty, referenceLabel } from './med-party.rules.ts'

interface ShipEvent {
  bizStep: string | null
  eventTime: string | null
  bizTransactions: readonly EventReference[]
  sources: readonly EventReference[]
  destinations: readonly EventReference[]
}

/** The seller or the buyer in a transaction, as described by the location entries of the same document. */
export interface TransactionParty {
  id: string
  gln: string | null
  name: string | null
  streetAddressOne: string | null
  streetAddressTwo: string | null
  city: string | null
  state: string | null
  postalCode: string | null
  countryCode: string | null
}

/** One change of ownership as section 581(26) of the FD&C Act requires it: seller, buyer, and date of shipment. */
export interface Transaction {
  /** Time of the event, ISO 8601 with zone; null if the event has none. */
  shippedAt: string | null
  seller: TransactionParty | null
  buyer: TransactionParty | null
  /** Numbers of the business documents, each after its type, such as `PO 88213-04`. */
  references: string[]
}

/** Lists the transactions in a document's shipping events, oldest first, without canceled shipments. */
export function transactionsOf(events: readonly ShipEvent[], parties: readonly TransactionParty[]): Transaction[] {
  const calledOff = events.filter((event) => event.bizStep === 'void_shipping').map(makeParties)
  return events
    .filter((event) => event.bizStep === 'shipping')
    .filter((event) => !calledOff.includes(makeParties(event)))
    .map((event) => ({
      shippedAt: event.eventTime,
      seller: makeParty(findOwner(event.sources), parties),
      buyer: makeParty(findOwner(event.destinations), parties),
      references: event.bizTransactions.map(referenceLabel),
    }))
}

const makeParties = ({ sources, destinations }: ShipEvent): string => `${findOwner(sources)} ${findOwner(destinations)}`

function makeParty(uri: string | null, parties: readonly TransactionParty[]): TransactionParty | null {
  if (!uri) return null
  const { party, gln } = findParty(uri, parties)
  const empty = { name: null, streetAddressOne: null, streetAddressTwo: null, city: null, state: null, postalCode: null, countryCode: null }
  return party ?? { id: uri, gln, ...empty }
}
