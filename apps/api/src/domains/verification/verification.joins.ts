import type { VerificationAnswer, VerificationChannel, VerificationDriver, VerificationPurpose } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

export interface AnsweredQuestion {
  serialNumber: string
  answer: VerificationAnswer
  driver: VerificationDriver
  reason: string | null
  additionalInfo: string | null
  cause: string | null
  answeredAt: Date
  askedWhom: string | null
}

/**
 * Lists the answers about these packages up to `until`, oldest first, for a report about a suspect product. This includes answers from before the
 * suspicion. Leaves out attempts that a retry has superseded, and answers from the simulator.
 */
export async function listAnswersAbout(tx: CustomerTx, medIds: readonly number[], until: Date): Promise<AnsweredQuestion[]> {
  const { rows } = await sql<AnsweredQuestion>`
    select v.serial_number as "serialNumber", v.answer, v.driver, v.reason, v.additional_info as "additionalInfo", v.cause, v.answered_at as "answeredAt",
      v.asked_whom as "askedWhom"
    from verification v
    where v.customer_id = current_customer_id() and v.is_current and v.driver <> 'simulator' and v.answer is not null and v.answered_at <= ${until}
      and (v.gtin, v.serial_number) in (select m.gtin, m.serial_number from med m where m.customer_id = current_customer_id() and m.id = any (${[...medIds]}::bigint[]))
    order by v.answered_at, v.id limit 500`.execute(tx)
  return rows
}

export interface NewestAnswer extends Pick<AnsweredQuestion, 'answer' | 'driver' | 'additionalInfo' | 'answeredAt'> {
  medId: number
}

/**
 * The newest answer about each of these packages, to show before a person sends the packages. An answer about the package takes precedence over
 * `unavailable`, and any answer of the manufacturer over a simulator's. Packages without any answer are left out.
 */
export async function listNewestAnswers(tx: CustomerTx, medIds: readonly number[]): Promise<NewestAnswer[]> {
  if (medIds.length === 0) return []
  const { rows } = await sql<NewestAnswer>`
    select distinct on (m.id) m.id as "medId", v.answer, v.driver, v.additional_info as "additionalInfo", v.answered_at as "answeredAt"
    from med m join verification v on v.customer_id = current_customer_id() and v.gtin = m.gtin and v.serial_number = m.serial_number
    where m.customer_id = current_customer_id() and m.id = any (${[...medIds]}::bigint[]) and v.is_current and v.answer is not null
    order by m.id, v.driver = 'simulator', v.answer = 'unavailable', v.answered_at desc, v.id desc`.execute(tx)
  return rows
}

export interface VerificationOfPack {
  id: number
  locationName: string
  productName: string | null
  gtin: string
  serialNumber: string
  lotNumber: string | null
  expirationDate: string | null
  purpose: VerificationPurpose
  driver: VerificationDriver
  askedAt: Date
  askedBy: string
  askedWhom: string | null
  channel: VerificationChannel | null
  answer: VerificationAnswer | null
  answeredAt: Date | null
  reason: string | null
  additionalInfo: string | null
  cause: string | null
  status: number | null
  responderGln: string | null
  note: string | null
}

interface Period {
  from: Date
  to: Date
}

/** Questions of a period, by id, in pages, with every attempt. Row security limits them to the pack's locations. */
export async function listVerificationsOf(
  tx: CustomerTx,
  { from, to }: Period,
  afterId: number,
  limit: number,
): Promise<VerificationOfPack[]> {
  const { rows } = await sql<VerificationOfPack>`
    select v.id, l.name as "locationName", v.med_name as "productName", v.gtin, v.serial_number as "serialNumber", v.lot_number as "lotNumber",
      v.expiration_date as "expirationDate", v.purpose, v.driver, v.asked_at as "askedAt", u.first_name || ' ' || u.last_name as "askedBy",
      v.asked_whom as "askedWhom", v.channel, v.answer, v.answered_at as "answeredAt", v.reason, v.additional_info as "additionalInfo", v.cause, v.status,
      v.responder_gln as "responderGln", v.note
    from verification v
    join location l on l.customer_id = v.customer_id and l.id = v.location_id
    join "user" u on u.customer_id = v.customer_id and u.id = v.asked_by_id
    where v.customer_id = current_customer_id() and v.asked_at >= ${from} and v.asked_at < ${to} and v.id > ${afterId}
    order by v.id limit ${limit}`.execute(tx)
  return rows
}
