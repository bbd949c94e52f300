import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

export interface PartnerRow {
  id: number
  name: string
  type: string
  business: string | null
  locationName: string | null
  glns: string[]
  deactivatedAt: Date | null
  deactivateReason: string | null
  mergedInto: number | null
}

/** Partners by id, including those merged into another one; all partners if there are no ids. */
export async function listPartnerRows(tx: CustomerTx, ids: readonly number[], afterId: number, limit: number): Promise<PartnerRow[]> {
  const { rows } = await sql<PartnerRow>`
    select p.id, p.name, p.type, p.business, l.name as "locationName", p.deactivated_at as "deactivatedAt", p.deactivate_reason as "deactivateReason",
      (select coalesce(array_agg(g.global_location_number order by g.id), '{}') from partner_gln g
        where g.customer_id = current_customer_id() and g.trading_partner_id = p.id) as glns,
      (select min(m.kept_id) from partner_merge m where m.customer_id = current_customer_id() and m.merged_id = p.id and m.undone_at is null) as "mergedInto"
    from trading_partner p left join location l on l.customer_id = p.customer_id and l.id = p.location_id
    where p.customer_id = current_customer_id() and p.id > ${afterId} and (${ids.length === 0}::boolean or p.id = any (${[...ids]}::bigint[]))
    order by p.id limit ${limit}`.execute(tx)
  return rows
}

export interface LicenseRow {
  id: number
  partnerId: number
  partnerName: string
  kind: string
  number: string
  state: string | null
  issuingBody: string | null
  validFrom: string
  validTo: string | null
  checkedOn: string | null
  checkedBy: string | null
  checkedWhere: string | null
  nextCheck: string | null
  evidenceId: number | null
  evidenceAddress: string | null
}

export async function listLicenses(tx: CustomerTx, ids: readonly number[], afterId: number, limit: number): Promise<LicenseRow[]> {
  const { rows } = await sql<LicenseRow>`
    select c.id, p.id as "partnerId", p.name as "partnerName", c.kind, c.number, s.name as state, c.issuing_body as "issuingBody",
      to_char(c.valid_from, 'YYYY-MM-DD') as "validFrom", to_char(c.valid_to, 'YYYY-MM-DD') as "validTo",
      to_char(c.checked_on, 'YYYY-MM-DD') as "checkedOn", c.checked_by as "checkedBy", c.checked_where as "checkedWhere",
      to_char(c.next_check, 'YYYY-MM-DD') as "nextCheck", c.evidence_id as "evidenceId", c.evidence_address as "evidenceAddress"
    from partner_license c join trading_partner p on p.customer_id = c.customer_id and p.id = c.trading_partner_id
    left join state s on s.id = c.state_id
    where c.customer_id = current_customer_id() and c.removed_at is null and c.id > ${afterId}
      and (${ids.length === 0}::boolean or p.id = any (${[...ids]}::bigint[]))
    order by c.id limit ${limit}`.execute(tx)
  return rows
}

export interface AgreementRow {
  id: number
  partnerId: number
  partnerName: string
  kind: string
  title: string
  signedOn: string
  endsOn: string | null
  note: string | null
  evidenceId: number | null
}

export async function listAgreements(tx: CustomerTx, ids: readonly number[], afterId: number, limit: number): Promise<AgreementRow[]> {
  const { rows } = await sql<AgreementRow>`
    select a.id, p.id as "partnerId", p.name as "partnerName", a.kind, a.title, to_char(a.signed_on, 'YYYY-MM-DD') as "signedOn",
      to_char(a.ends_on, 'YYYY-MM-DD') as "endsOn", a.note, a.evidence_id as "evidenceId"
    from partner_agreement a join trading_partner p on p.customer_id = a.customer_id and p.id = a.trading_partner_id
    where a.customer_id = current_customer_id() and a.removed_at is null and a.id > ${afterId}
      and (${ids.length === 0}::boolean or p.id = any (${[...ids]}::bigint[]))
    order by a.id limit ${limit}`.execute(tx)
  return rows
}

export interface EvidenceRow {
  id: number
  filename: string
  sha256: string
}

/** Lists the evidence files of these partners' licenses or of their agreements, depending on `of`. An empty list of ids means all partners. */
export async function listEvidence(
  tx: CustomerTx,
  of: 'licenses' | 'agreements',
  ids: readonly number[],
  afterId: number,
): Promise<EvidenceRow[]> {
  const { rows } = await sql<EvidenceRow>`
    select e.id, e.filename, e.sha256 from evidence e where e.customer_id = current_customer_id() and e.id > ${afterId} and (
      (${of === 'licenses'}::boolean and exists (select from partner_license c where c.customer_id = current_customer_id() and c.evidence_id = e.id
        and c.removed_at is null and (${ids.length === 0}::boolean or c.trading_partner_id = any (${[...ids]}::bigint[]))))
      or (${of === 'agreements'}::boolean and exists (select from partner_agreement a where a.customer_id = current_customer_id() and a.evidence_id = e.id
        and a.removed_at is null and (${ids.length === 0}::boolean or a.trading_partner_id = any (${[...ids]}::bigint[])))))
    order by e.id limit 500`.execute(tx)
  return rows
}
