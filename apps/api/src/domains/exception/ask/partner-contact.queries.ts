import { sql } from 'kysely'

interface SenderPartner {
  id: number
  name: string
  emailAddress: string | null
  contactName: string | null
}

/** The active partner with this GLN that the location can see, and its first contact with an email. */
export const selectSenderPartner = (gln: string | null, locationId: number | null) => sql<SenderPartner>`
    select p.id, p.name, mail.address as "emailAddress", mail.name as "contactName"
    from partner_gln g join trading_partner p on p.customer_id = g.customer_id and p.id = g.trading_partner_id and p.deactivated_at is null
    left join lateral (
      select c.contact_detail as address, trim(both from o.first_name || ' ' || coalesce(o.last_name, '')) as name
      from partner_contact o join partner_contact_detail c on c.customer_id = o.customer_id and c.partner_contact_id = o.id and c.contact_type = 'email'
      where o.customer_id = current_customer_id() and o.trading_partner_id = p.id order by o.id, c.id limit 1
    ) mail on true
    where g.customer_id = current_customer_id() and g.global_location_number = ${gln}
      and (p.location_id is null or ${locationId}::bigint is null or p.location_id = ${locationId})
    order by p.location_id nulls last, p.id limit 1`
