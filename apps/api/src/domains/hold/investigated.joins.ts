import { sql } from 'kysely'

export interface InvestigationRow {
  id: number
  reason: string
  openedAt: Date
  openedBy: string | null
  outcome: 'cleared' | 'illegitimate' | null
  conclusion: string | null
  endedAt: Date | null
  endedBy: string | null
  findings: number
}

/** Selects the investigations of current and past holds of a med, newest first. */
export const selectInvestigationRows = (medId: number, limit: number) => sql<InvestigationRow>`
    select i.id, i.reason, i.opened_at as "openedAt", o.first_name || ' ' || o.last_name as "openedBy", i.outcome, i.conclusion, i.ended_at as "endedAt",
      e.first_name || ' ' || e.last_name as "endedBy",
      (select count(*)::int from investigation_finding f where f.customer_id = i.customer_id and f.investigation_id = i.id) as findings
    from investigation i
    left join "user" o on o.customer_id = i.customer_id and o.id = i.opened_by_id
    left join "user" e on e.customer_id = i.customer_id and e.id = i.ended_by_id
    where i.customer_id = current_customer_id() and i.id in (
      select n.investigation_id from hold_med k join investigation_hold n on n.customer_id = k.customer_id and n.hold_id = k.hold_id
      where k.customer_id = current_customer_id() and k.med_id = ${medId})
    order by i.id desc limit ${limit}`
