import type { CustomerLocation } from '@seriatim/schema'
import type { Session } from '../../access.ts'
import type { CustomerTx } from '../../db/types.ts'
import { listGlns, listLocations } from './location.queries.ts'

/** The locations that the caller works at; the customer admin works at all. */
export function readMyLocations(tx: CustomerTx, session: Session): Promise<CustomerLocation[]> {
  return listLocations(tx, session.scope === 'all' ? 'all' : session.locationIds)
}

/** Which location each of the customer's GLNs belongs to: decides where a document goes (decision 27). */
export async function readGlnOwners(tx: CustomerTx): Promise<Map<string, number>> {
  return new Map((await listGlns(tx)).map((gln) => [gln.globalLocationNumber, gln.locationId]))
}

export async function readLocationNames(tx: CustomerTx): Promise<Map<number, CustomerLocation>> {
  return new Map((await listLocations(tx, 'all')).map((location) => [location.id, location]))
}
