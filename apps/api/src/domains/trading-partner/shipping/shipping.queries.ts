import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/** Number of the newest documents whose lists of locations are searched for an SGLN. */
const NEWEST_DOCUMENTS = 200

export interface SglnFound {
  gln: string
  sgln: string
  /** Name of the sender of the document in which the SGLN was found; null if somebody entered the SGLN. */
  senderName: string | null
  isEntered: boolean
}

/**
 * Finds the SGLN of each GLN. An SGLN that a person entered takes precedence over SGLNs in documents on file; of several, the newest one is used. We
 * never compute an SGLN.
 */
export async function listSglns(tx: CustomerTx, glns: readonly string[]): Promise<SglnFound[]> {
  if (!glns.length) return []
  const { rows } = await sql<SglnFound>`
    select distinct on (f.gln) f.gln, f.sgln, f.name as "senderName", f.entered as "isEntered" from (
      select s.global_location_number as gln, s.sgln, null::text as name, true as entered, s.id from collected_sgln s
      where s.customer_id = current_customer_id() and s.global_location_number = any (${[...glns]}::text[])
      union all
      select p ->> 'gln', p ->> 'id', d.sender_name, false, d.id from (
        select x.id, x.sender_name, x.locations from epcis_document x where x.customer_id = current_customer_id() order by x.id desc limit ${NEWEST_DOCUMENTS}
      ) d cross join lateral jsonb_array_elements(d.locations) p
      where p ->> 'gln' = any (${[...glns]}::text[]) and p ->> 'id' like 'urn:epc:id:sgln:%'
    ) f order by f.gln, f.entered desc, f.id desc`.execute(tx)
  return rows
}

export async function insertSgln(
  tx: CustomerTx,
  row: { globalLocationNumber: string; sgln: string; createdAt: Date; createdById: number; createdBy: string },
): Promise<void> {
  await tx.insertInto('collectedSgln').values(row).execute()
}

const PREFERENCE = [
  'guideline',
  'delivery',
  'emailAddress',
  'tiForNeed',
  'tiForReturn',
  'returnPolicy',
  'returnDaysLeft',
  'returnDaysExpired',
] as const

const preferences = (tx: CustomerTx, tradingPartnerId: number) =>
  tx
    .selectFrom('partnerPreference')
    .select([...PREFERENCE, sql<string>`to_char(valid_from, 'YYYY-MM-DD')`.as('validFrom')])
    .where('tradingPartnerId', '=', tradingPartnerId)

/** Finds the next preference that starts after a day (`YYYY-MM-DD`); undefined if none is recorded. */
export const findComingPreference = (tx: CustomerTx, tradingPartnerId: number, day: string) =>
  preferences(tx, tradingPartnerId).where('validFrom', '>', day).orderBy('validFrom').orderBy('id', 'desc').limit(1).executeTakeFirst()

/** How the partner receives documents on a day (`YYYY-MM-DD`); undefined if that was never recorded. */
export function findPreference(tx: CustomerTx, tradingPartnerId: number, day: string) {
  return preferences(tx, tradingPartnerId)
    .where('validFrom', '<=', day)
    .orderBy('validFrom', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertPreference(
  tx: CustomerTx,
  row: {
    tradingPartnerId: number
    validFrom: string
    guideline: 'r12' | 'r13'
    delivery: 'mail' | 'download' | 'endpoint'
    emailAddress: string | null
    tiForNeed: boolean
    tiForReturn: boolean
    returnPolicy: string | null
    returnDaysLeft: number | null
    returnDaysExpired: number | null
    createdAt: Date
    createdById: number
    createdBy: string
  },
): Promise<void> {
  await tx.insertInto('partnerPreference').values(row).execute()
}

/**
 * Lists by name the active partners that the transaction may see: those that belong to one of its locations, and those that belong to all locations.
 */
export const listReceivers = (tx: CustomerTx) =>
  tx
    .selectFrom('tradingPartner')
    .select(['id', 'name'])
    .where('deactivatedAt', 'is', null)
    .orderBy(sql`lower(name) collate "C"`)
    .orderBy('id')
    .limit(2000)
    .execute()

/**
 * For each of these partners, the email addresses that apply on a day (`YYYY-MM-DD`): first the address recorded for documents, then those of the
 * partner's contacts.
 */
export async function listReceiverEmails(tx: CustomerTx, partnerIds: readonly number[], day: string): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ partnerId: number; emailAddress: string }>`
    select e.id::int as "partnerId", e.email as "emailAddress" from (
      (select distinct on (f.trading_partner_id) f.trading_partner_id as id, f.email_address as email, 0::bigint as rank from partner_preference f
        where f.customer_id = current_customer_id() and f.trading_partner_id = any (${[...partnerIds]}::bigint[]) and f.valid_from <= ${day}::date
        order by f.trading_partner_id, f.valid_from desc, f.id desc)
      union all
      (select c.trading_partner_id, d.contact_detail, d.id from partner_contact c
        join partner_contact_detail d on d.customer_id = c.customer_id and d.partner_contact_id = c.id and d.contact_type = 'email'
        where c.customer_id = current_customer_id() and c.trading_partner_id = any (${[...partnerIds]}::bigint[]))
    ) e where e.email is not null order by e.rank`.execute(tx)
  return new Map(
    [...Map.groupBy(rows, ({ partnerId }) => partnerId)].map(([id, own]) => [id, [...new Set(own.map((one) => one.emailAddress))]]),
  )
}
