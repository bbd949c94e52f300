import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import { selectLocationStates, selectPartnersOfGln } from '../trading-partner.queries.ts'
import { selectLicensesOf } from './license.queries.ts'

/**
 * Queries for the trading partners that have the GLN of a document's sender, for these partners' licenses, and for the U.S. state of the buyer's
 * location; the caller runs them together with others.
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
