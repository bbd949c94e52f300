import type { VerificationDriver, VerificationPurpose } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'
import type { Answer, NewVerification } from '../verification.queries.ts'

interface NewList {
  locationId: number
  name: string
  purpose: VerificationPurpose
  amount: number
  state: 'running'
  createdAt: Date
  createdById: number
}

export async function insertList(tx: CustomerTx, values: NewList): Promise<number> {
  return (await tx.insertInto('verificationList').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** Inserts the questions of a verification list, all of them still unanswered. */
export async function insertWaiting(tx: CustomerTx, rows: readonly NewVerification[]): Promise<void> {
  await tx
    .insertInto('verification')
    .values([...rows])
    .execute()
}

export interface ListRecord {
  id: number
  locationId: number
  locationName: string
  name: string
  purpose: VerificationPurpose
  amount: number
  state: 'running' | 'stopped' | 'done'
  stopReason: string | null
  createdAt: Date
  createdBy: string
  endedAt: Date | null
  verified: number
  remark: number
  notVerified: number
  unavailable: number
  waiting: number
}

/**
 * Reads the list with this id. Without an id, reads the lists from the newest on, one more than the limit, so that the caller can tell whether there
 * are more.
 */
export async function listLists(
  tx: CustomerTx,
  { id = null, beforeId = null, limit }: { id?: number | null; beforeId?: number | null; limit: number },
): Promise<ListRecord[]> {
  const { rows } = await sql<ListRecord>`
    select s.id, s.location_id as "locationId", l.name as "locationName", s.name, s.purpose, s.amount, s.state, s.stop_reason as "stopReason",
      s.created_at as "createdAt", u.first_name || ' ' || u.last_name as "createdBy", s.ended_at as "endedAt",
      c.verified, c.remark, c."notVerified", c.unavailable, c.waiting
    from verification_list s
    join location l on l.customer_id = s.customer_id and l.id = s.location_id
    join "user" u on u.customer_id = s.customer_id and u.id = s.created_by_id
    cross join lateral (
      select (count(*) filter (where v.answer = 'verified' and v.additional_info is null))::int as verified,
        (count(*) filter (where v.answer = 'verified' and v.additional_info is not null))::int as remark,
        (count(*) filter (where v.answer = 'notVerified'))::int as "notVerified",
        (count(*) filter (where v.answer = 'unavailable'))::int as unavailable,
        (count(*) filter (where v.answer is null))::int as waiting
      from verification v where v.customer_id = current_customer_id() and v.list_id = s.id and v.is_current) c
    where s.customer_id = current_customer_id() and (${id}::bigint is null or s.id = ${id}::bigint)
      and (${beforeId}::bigint is null or s.id < ${beforeId}::bigint)
    order by s.id desc limit ${limit + 1}`.execute(tx)
  return rows
}

/** Finds the question lists that are in progress, which means that their questions are still being asked. */
export const listRunning = (tx: CustomerTx) => tx.selectFrom('verificationList').select('id').where('state', '=', 'running').execute()

/** Locks the list, so that two calls do not both change its state. */
export const lockList = (tx: CustomerTx, id: number) =>
  tx
    .selectFrom('verificationList')
    .select(['id', 'locationId'])
    .select((eb) => eb.ref('state').$castTo<ListRecord['state']>().as('state'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export async function updateList(
  tx: CustomerTx,
  id: number,
  values: { state: ListRecord['state']; stopReason: string | null; endedAt: Date | null },
): Promise<void> {
  await tx.updateTable('verificationList').set(values).where('id', '=', id).execute()
}

/**
 * Reads the next unanswered questions of a list. Questions that were never asked come before those that are retried, so that the list always makes
 * progress; otherwise, the order of the list applies.
 */
export const listWaiting = (tx: CustomerTx, listId: number, limit: number) =>
  tx
    .selectFrom('verification')
    .select(['id', 'gtin', 'serialNumber', 'lotNumber', 'expirationDate', 'context'])
    .select((eb) => eb.ref('driver').$castTo<VerificationDriver>().as('driver'))
    .where('listId', '=', listId)
    .where('answer', 'is', null)
    .where('isCurrent', '=', true)
    .orderBy('retriesId', (order) => order.asc().nullsFirst())
    .orderBy('line')
    .limit(limit)
    .execute()
/** The distinct GTINs of a list's questions that have no answer yet. */
export async function listWaitingProducts(tx: CustomerTx, listId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('verification')
    .select('gtin')
    .distinct()
    .where('listId', '=', listId)
    .where('answer', 'is', null)
    .where('isCurrent', '=', true)
    .execute()
  return rows.map(({ gtin }) => gtin)
}

export type WaitingQuestion = Awaited<ReturnType<typeof listWaiting>>[number]

/** Records the answer to a question, and which verification driver obtained it. Does nothing if the question already has an answer. */
export async function answerWaiting(
  tx: CustomerTx,
  id: number,
  answer: Answer & { corrUuid: string; driver: VerificationDriver },
): Promise<void> {
  await tx.updateTable('verification').set(answer).where('id', '=', id).where('answer', 'is', null).execute()
}

export interface Renewal {
  context: string
  driver: VerificationDriver
  askedAt: Date
  askedById: number
}

/** Asks all questions of a list again that have no answer yet: with the current settings, and with `renewal.askedById` as the asker. */
export async function renewWaiting(tx: CustomerTx, listId: number, renewal: Renewal): Promise<void> {
  await tx
    .updateTable('verification')
    .set(renewal)
    .where('listId', '=', listId)
    .where('answer', 'is', null)
    .where('isCurrent', '=', true)
    .execute()
}

/**
 * For each question of a list to which no manufacturer's answer came, adds a new attempt that waits to be asked. The earlier attempt is kept but no
 * longer current.
 * @returns the number of new attempts.
 */
export async function renewUnanswered(tx: CustomerTx, listId: number, { context, driver, askedAt, askedById }: Renewal): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with before as (
      update verification set is_current = false
      where customer_id = current_customer_id() and list_id = ${listId} and is_current and answer = 'unavailable' returning *)
    insert into verification (customer_id, location_id, list_id, line, retries_id, gtin, serial_number, lot_number, expiration_date, med_name, purpose, context, driver,
      asked_at, asked_by_id)
    select b.customer_id, b.location_id, b.list_id, b.line, b.id, b.gtin, b.serial_number, b.lot_number, b.expiration_date, b.med_name, b.purpose, ${context}::text,
      ${driver}::text, ${askedAt}::timestamptz, ${askedById}::bigint
    from before b order by b.line returning id`.execute(tx)
  return rows.length
}
