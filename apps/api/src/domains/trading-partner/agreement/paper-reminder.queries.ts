import { type DuePaper, LICENSE_KINDS } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

/** A license or agreement of an active partner that expires soon, has expired, or is due for a check. */
export type Due = Omit<DuePaper, 'daysLeft'> & {
  /** The partner's location; null if it belongs to all locations. */
  locationId: number | null
}

const partner = sql`p.id as "partnerId", p.name as "partnerName", p.location_id as "locationId"`
const kindWords = sql`case l.kind ${sql.join(
  Object.entries(LICENSE_KINDS).map(([kind, words]) => sql`when ${sql.lit(kind)} then ${sql.lit(words)}`),
  sql` `,
)} end`
/** A license in words: "Wholesaler license 031-04418, New York". */
const licenseWords = sql`${kindWords} || ' license ' || l.number || ', ' || coalesce(s.name, 'federal')`

/** SQL condition: no agreement `n` of the same partner and kind continues the agreement `a` without a gap. */
const isLastAgreement = sql`not exists (select from partner_agreement n where n.customer_id = current_customer_id() and n.trading_partner_id = a.trading_partner_id
  and n.removed_at is null and n.kind = a.kind and n.signed_on <= a.ends_on + 1 and (n.ends_on is null or n.ends_on > a.ends_on))`

/**
 * Selects licenses that have ended or will end by the day `to`, soonest first. Leaves out a license if the partner has another one of the same kind
 * and state that ends later and has begun by today or begins by the day after the first one ends.
 */
export const selectEnding = (today: string, to: string) => sql<Due>`
    select 'license' as what, l.id, ${partner}, ${licenseWords} as words, to_char(l.valid_to, 'YYYY-MM-DD') as "on"
    from partner_license l
    join trading_partner p on p.customer_id = l.customer_id and p.id = l.trading_partner_id and p.deactivated_at is null
    left join state s on s.id = l.state_id
    where l.customer_id = current_customer_id() and l.removed_at is null and l.valid_to <= ${to}::date
      and not exists (select from partner_license n where n.customer_id = current_customer_id() and n.trading_partner_id = l.trading_partner_id and n.removed_at is null
        and n.kind = l.kind and n.state_id is not distinct from l.state_id and n.valid_from <= greatest(l.valid_to + 1, ${today}::date) and (n.valid_to is null or n.valid_to > l.valid_to))
    order by l.valid_to, l.id`

/** Selects licenses valid today or later whose check is overdue or due by the day `to`. */
export const selectChecks = (today: string, to: string) => sql<Due>`
    select 'check' as what, l.id, ${partner}, ${licenseWords} as words, to_char(l.next_check, 'YYYY-MM-DD') as "on"
    from partner_license l
    join trading_partner p on p.customer_id = l.customer_id and p.id = l.trading_partner_id and p.deactivated_at is null
    left join state s on s.id = l.state_id
    where l.customer_id = current_customer_id() and l.removed_at is null and l.next_check <= ${to}::date
      and (l.valid_to is null or l.valid_to >= ${today}::date)
    order by l.next_check, l.id`

/**
 * SQL for the agreements of active partners that end between `from` and `to`, soonest first. Leaves out an agreement that another agreement of the
 * same kind continues.
 */
export const selectEndingAgreements = (from: string, to: string) => sql<Due>`
    select 'agreement' as what, a.id, ${partner}, a.title as words, to_char(a.ends_on, 'YYYY-MM-DD') as "on"
    from partner_agreement a
    join trading_partner p on p.customer_id = a.customer_id and p.id = a.trading_partner_id and p.deactivated_at is null
    where a.customer_id = current_customer_id() and a.removed_at is null and a.ends_on between ${from}::date and ${to}::date
      and ${isLastAgreement}
    order by a.ends_on, a.id`

/** Marks the reminder of one stage (`days` before the paper's date) as sent; false if it was sent already. */
export async function markPaperReminded(tx: CustomerTx, { what, id, on }: Due, { days, at }: { days: number; at: Date }): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } =
    what === 'license'
      ? await tx
          .insertInto('licenseReminder')
          .values({ partnerLicenseId: id, validTo: on, days, at })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
      : what === 'check'
        ? await tx
            .insertInto('licenseCheckReminder')
            .values({ partnerLicenseId: id, nextCheck: on, days, at })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst()
        : await tx
            .insertInto('agreementReminder')
            .values({ partnerAgreementId: id, endsOn: on, days, at })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/**
 * For each of these partners, two dates or null: `checkOn`, the earliest license check that is due by `checksTo`, and `agreementEndsOn`, the earliest
 * end of an agreement between `today` and `agreementsTo`. Expired licenses and agreements that another one continues are left out.
 */
export const selectDueDays = (
  partnerIds: readonly number[],
  { today, checksTo, agreementsTo }: { today: string; checksTo: string; agreementsTo: string },
) => sql<{ id: number; checkOn: string | null; agreementEndsOn: string | null }>`
    select p.id, to_char((select min(l.next_check) from partner_license l where l.customer_id = current_customer_id() and l.trading_partner_id = p.id
        and l.removed_at is null and l.next_check <= ${checksTo}::date and (l.valid_to is null or l.valid_to >= ${today}::date)), 'YYYY-MM-DD') as "checkOn",
      to_char((select min(a.ends_on) from partner_agreement a where a.customer_id = current_customer_id() and a.trading_partner_id = p.id
        and a.removed_at is null and a.ends_on between ${today}::date and ${agreementsTo}::date
        and ${isLastAgreement}), 'YYYY-MM-DD') as "agreementEndsOn"
    from unnest(${[...partnerIds]}::bigint[]) p (id)`
