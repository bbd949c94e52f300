import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import { selectLocationStates, selectPartnersOfGln } from '../trading-partner.queries.ts'
import { selectLicensesOf } from './license.queries.ts'

/**
 * Builds the queries that decide whether the sender of a document was an authorized seller: partners with the sender's GLN, these partners' licenses,
 * and the U.S. state of the buyer's location. The caller runs them together with its own queries.
 */
export function selectSellers(tx: CustomerTx, { documentId, locationId }: { documentId: number; locationId: number }) {
  const gln = sql<
    string | null
  >`(select d.sender_gln from epcis_document d where d.customer_id = current_customer_id() and d.id = ${documentId})`
  return {
    sellers: selectPartnersOfGln(gln, locationId),
    licenses: selectLicensesOf(tx, gln),
    places: selectLocationStates([locationId], { withClosed: true }),
  }
}
