import { sql } from 'kysely'
import { readPrepared } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { selectLicenseDays } from '../license/license.queries.ts'
import { selectLocationStates, selectPartnersOfGln } from '../trading-partner.queries.ts'

export interface PartnerDecision {
  choice: 'hold' | 'receive' | 'unasked'
  reason: string
  at: Date
  firstName: string | null
  lastName: string | null
}

/**
 * Selects what a person decided about receiving an order. If nobody decided about this order, selects the decision about an order that this one
 * replaced, but only if that decision was not a hold: a hold covers only the packages in the first file, so packages that a corrected file adds need
 * a new decision.
 */
const selectStop = (documentId: number) => sql<PartnerDecision>`
    with recursive line (id, back) as (
      select ${documentId}::bigint, 0
      union all
      select o.id, l.back + 1 from line l join "order" o on o.customer_id = current_customer_id() and o.replaced_by_id = l.id where l.back < 20
    )
    select s.choice, s.reason, s.at, u.first_name as "firstName", u.last_name as "lastName"
    from line l join partner_stop s on s.customer_id = current_customer_id() and s.document_id = l.id and (l.back = 0 or s.choice <> 'hold')
    left join "user" u on u.customer_id = s.customer_id and u.id = s.user_id
    order by s.choice = 'unasked', l.back limit 1`

/**
 * Reads the facts that decide whether a location may receive the goods of an order: the decision that a person made about the goods, if any; the
 * partners that have the sender's GLN, each with its licenses; and the location's state. Closed locations are included, because goods that are on
 * their way to a closed location are received under that state's law.
 */
export async function readStopFacts(tx: CustomerTx, { documentId, locationId }: { documentId: number; locationId: number }) {
  const gln = sql<
    string | null
  >`(select d.sender_gln from epcis_document d where d.customer_id = current_customer_id() and d.id = ${documentId})`
  const sellerIds = sql<number[]>`array (select g.trading_partner_id from partner_gln g
    where g.customer_id = current_customer_id() and g.global_location_number = ${gln})`
  const { stops, sellers, licenses, places } = await readPrepared(tx, {
    stops: selectStop(documentId),
    sellers: selectPartnersOfGln(gln, locationId),
    licenses: selectLicenseDays(tx, sellerIds),
    places: selectLocationStates([locationId], { withClosed: true }),
  })
  const [stop] = stops.map((one): PartnerDecision => ({ ...one, at: new Date(one.at) }))
  return {
    stop,
    sellers: sellers.map(({ deactivatedAt, ...seller }) => ({
      ...seller,
      deactivatedAt: deactivatedAt === null ? null : new Date(deactivatedAt),
    })),
    licenses: Map.groupBy(licenses, (license) => license.tradingPartnerId),
    places,
  }
}
export type StopFacts = Awaited<ReturnType<typeof readStopFacts>>

interface NewStop {
  documentId: number
  locationId: number
  status: string
  choice: PartnerDecision['choice']
  reason: string
  at: Date
  userId: number
}

/** @returns false if somebody has decided already. */
export async function insertPartnerDecision(tx: CustomerTx, { documentId, locationId, ...values }: NewStop): Promise<boolean> {
  const row = await tx
    .insertInto('partnerStop')
    .values({ documentId, locationId, ...values })
    .onConflict((conflict) =>
      conflict.columns(['customerId', 'documentId']).doUpdateSet(values).where('partnerStop.choice', '=', 'unasked'),
    )
    .returning('documentId')
    .executeTakeFirst()
  return row !== undefined
}
