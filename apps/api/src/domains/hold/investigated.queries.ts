import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

/** Two columns for a query of holds: the hold's newest investigation, and whether the hold has an open investigation. */
export const NEWEST_INVESTIGATION = [
  sql<number | null>`(select max(i.investigation_id) from investigation_hold i
    where i.customer_id = current_customer_id() and i.hold_id = hold.id)`.as('investigationId'),
  sql<boolean>`exists (select from investigation_hold i where i.customer_id = current_customer_id() and i.hold_id = hold.id and i.is_open)`.as(
    'isInvestigated',
  ),
]

export async function findOpenInvestigation(tx: CustomerTx, holdId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('investigationHold')
    .select('investigationId')
    .where('holdId', '=', holdId)
    .where('isOpen', '=', true)
    .executeTakeFirst()
  return row?.investigationId
}

/** Locks holds in the order of their ids, so that concurrent calls do not deadlock, and returns them in this order. */
export function lockHolds(tx: CustomerTx, ids: readonly number[]) {
  return tx
    .selectFrom('hold')
    .select(['id', 'locationId', 'label', 'productName', 'meds', 'cause', 'releasedAt', 'disposedAt'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
}
export type HoldToInvestigate = Awaited<ReturnType<typeof lockHolds>>[number]

export interface HeldPackage {
  medId: number
  holdId: number
  serialNumber: string
  lotNumber: string | null
  expirationDate: string | null
  ndc: string | null
  productName: string | null
  strength: string | null
  dosageForm: string | null
}

/** The distinct packages of these holds, without the cases around them; at most `limit`. */
export async function listHeldPackages(tx: CustomerTx, holdIds: readonly number[], limit: number): Promise<HeldPackage[]> {
  const { rows } = await sql<HeldPackage>`
    select distinct on (m.id) m.id as "medId", k.hold_id as "holdId", m.serial_number as "serialNumber", m.lot_number as "lotNumber",
      to_char(m.expiration_date, 'YYYY-MM-DD') as "expirationDate", m.ndc, p.regulated_product_name as "productName",
      p.strength_description as strength, p.dosage_form_type as "dosageForm"
    from hold_med k join med m on m.customer_id = k.customer_id and m.id = k.med_id
    left join epcis_med_vocabulary p on p.customer_id = m.customer_id and p.id = m.epcis_med_vocabulary_id
    where k.customer_id = current_customer_id() and k.hold_id = any (${[...holdIds]}::bigint[])
      and not exists (select from document_med d where d.customer_id = m.customer_id and d.med_id = m.id and d.is_package)
    order by m.id limit ${limit}`.execute(tx)
  return rows
}

/**
 * Lists the current state of these holds, each with the ids of the document and of the single med that it is on. Holds that retention has removed are
 * missing from the result.
 */
export async function listHoldStates(tx: CustomerTx, holdIds: readonly number[]) {
  return tx
    .selectFrom('hold')
    .select(['id', 'documentId', 'releasedAt', 'disposedAt', 'serialNumber'])
    .select((eb) =>
      eb
        .selectFrom('holdMed')
        .innerJoin('med', 'med.id', 'holdMed.medId')
        .whereRef('holdMed.holdId', '=', 'hold.id')
        .whereRef('med.serialNumber', '=', 'hold.serialNumber')
        .select('med.id')
        .limit(1)
        .as('medId'),
    )
    .where('id', 'in', [...holdIds])
    .execute()
}
