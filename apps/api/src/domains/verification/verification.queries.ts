import type {
  Evidence,
  VerificationAnswer,
  VerificationChannel,
  VerificationDriver,
  VerificationPurpose,
  VerificationSearch,
} from '@seriatim/schema'
import { type RawBuilder, sql } from 'kysely'
import type { CustomerTx } from '../../db/types.ts'

export interface NewVerification {
  locationId: number
  listId: number | null
  line: number | null
  retriesId: number | null
  gtin: string
  serialNumber: string
  lotNumber: string | null
  expirationDate: string | null
  medName: string | null
  purpose: VerificationPurpose
  context: string | null
  driver: VerificationDriver
  askedAt: Date
  askedById: number
  corrUuid: string | null
  askedWhom: string | null
  channel: VerificationChannel | null
  note: string | null
  evidenceId: number | null
}

/** The answer to a verification question, with the data stored about the response. */
export interface Answer {
  answer: VerificationAnswer
  answeredAt: Date
  reason: string | null
  additionalInfo: string | null
  cause: string | null
  responderGln: string | null
  responderTime: string | null
  status: number | null
  body: string | null
}

export async function insertVerification(tx: CustomerTx, values: NewVerification & Partial<Answer>): Promise<number> {
  return (await tx.insertInto('verification').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export interface VerificationRecord {
  id: number
  gtin: string
  serialNumber: string
  lotNumber: string | null
  expirationDate: string | null
  medName: string | null
  medId: number | null
  locationId: number
  locationName: string
  listId: number | null
  line: number | null
  purpose: VerificationPurpose
  context: string | null
  driver: VerificationDriver
  askedAt: Date
  askedBy: string
  answer: VerificationAnswer | null
  answeredAt: Date | null
  reason: string | null
  additionalInfo: string | null
  cause: string | null
  responderGln: string | null
  responderTime: string | null
  status: number | null
  body: string | null
  askedWhom: string | null
  channel: VerificationChannel | null
  note: string | null
  evidence: Evidence | null
  isCurrent: boolean
}

const readRows = (tx: CustomerTx, rest: RawBuilder<unknown>) =>
  sql<VerificationRecord>`
    select v.id, v.gtin, v.serial_number as "serialNumber", v.lot_number as "lotNumber", v.expiration_date as "expirationDate", v.med_name as "medName",
      (select m.id from med m where m.customer_id = current_customer_id() and m.serial_number = v.serial_number and m.gtin = v.gtin
        and m.location_id = v.location_id order by m.voided_at is null desc, m.id desc limit 1) as "medId",
      v.location_id as "locationId", l.name as "locationName", v.list_id as "listId", v.line, v.purpose, v.context, v.driver, v.asked_at as "askedAt",
      u.first_name || ' ' || u.last_name as "askedBy", v.answer, v.answered_at as "answeredAt", v.reason, v.additional_info as "additionalInfo", v.cause,
      v.responder_gln as "responderGln", v.responder_time as "responderTime", v.status, v.body, v.asked_whom as "askedWhom", v.channel, v.note,
      (select jsonb_build_object('id', e.id, 'filename', e.filename, 'contentType', e.content_type, 'size', e.size)
        from evidence e where e.customer_id = current_customer_id() and e.id = v.evidence_id) as evidence,
      v.is_current as "isCurrent"
    from verification v
    join "user" u on u.customer_id = v.customer_id and u.id = v.asked_by_id
    join location l on l.customer_id = v.customer_id and l.id = v.location_id
    where v.customer_id = current_customer_id() ${rest}`.execute(tx)

export async function findVerification(tx: CustomerTx, id: number): Promise<VerificationRecord | undefined> {
  const { rows } = await readRows(tx, sql`and v.id = ${id}`)
  return rows[0]
}

const RESULTS = {
  verified: sql`and v.answer = 'verified' and v.additional_info is null`,
  remark: sql`and v.answer = 'verified' and v.additional_info is not null`,
  notVerified: sql`and v.answer = 'notVerified'`,
  unavailable: sql`and v.answer = 'unavailable'`,
  waiting: sql`and v.answer is null`,
} as const

/** A `like` pattern for values that begin with the text. Wildcards in the text are escaped. */
const startOf = (text: string) => `${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`

/**
 * Reads up to `limit` + 1 questions, newest first: all attempts about one package (`unit`) or, without `unit`, only the current attempt of each
 * question.
 */
export async function listVerifications(
  tx: CustomerTx,
  { result, text, listId, limit }: Omit<VerificationSearch, 'medId' | 'cursor'>,
  unit: { gtin: string; serialNumber: string } | undefined,
  after: readonly [string, number] | undefined,
): Promise<VerificationRecord[]> {
  const parts: RawBuilder<unknown>[] = [
    unit ? sql`and v.gtin = ${unit.gtin} and v.serial_number = ${unit.serialNumber}` : sql`and v.is_current`,
  ]
  if (result) parts.push(RESULTS[result])
  if (listId !== undefined) parts.push(sql`and v.list_id = ${listId}`)
  if (text)
    parts.push(
      sql`and (v.serial_number like ${startOf(text)} or v.gtin like ${startOf(text)} or lower(v.lot_number) like ${startOf(text.toLowerCase())})`,
    )
  if (after) parts.push(sql`and (v.asked_at, v.id) < (${new Date(after[0])}, ${after[1]})`)
  const { rows } = await readRows(tx, sql`${sql.join(parts, sql` `)} order by v.asked_at desc, v.id desc limit ${limit + 1}`)
  return rows
}

/**
 * Marks an attempt as replaced by a newer attempt at the same question.
 * @returns false if it was marked already.
 */
export async function markAskedAgain(tx: CustomerTx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('verification')
    .set({ isCurrent: false })
    .where('id', '=', id)
    .where('isCurrent', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
