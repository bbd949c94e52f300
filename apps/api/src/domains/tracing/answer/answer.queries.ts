import type { TracingCounts } from '@seriatim/schema'
import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

const answers = (tx: CustomerTx) => tx.selectFrom('tracingAnswer').selectAll()

export const listAnswers = (tx: CustomerTx, requestId: number) =>
  answers(tx).where('requestId', '=', requestId).orderBy('id', 'desc').limit(200).execute()
export type AnswerRecord = Awaited<ReturnType<typeof listAnswers>>[number]

export const findAnswer = (tx: CustomerTx, id: number) => answers(tx).where('id', '=', id).executeTakeFirst()

/** Locks the answer, so that it cannot be sent and discarded at the same time. */
export const lockAnswer = (tx: CustomerTx, id: number) => answers(tx).where('id', '=', id).forUpdate().executeTakeFirst()

interface NewAnswer {
  requestId: number
  items: number[]
  itemCount: number
  locationIds: number[]
  note: string | null
  timeZone: string
  madeAt: Date
  madeById: number
  madeBy: string
}

export async function insertAnswer(tx: CustomerTx, values: NewAnswer): Promise<{ id: number; number: number }> {
  const last = await tx
    .selectFrom('tracingAnswer')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('requestId', '=', values.requestId)
    .executeTakeFirst()
  const number = (last?.number ?? 0) + 1
  const { id } = await tx
    .insertInto('tracingAnswer')
    .values({ ...values, number, state: 'queued', counts: '{}', gaps: '[]', files: '[]' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, number }
}

export async function isAnswerWaiting(tx: CustomerTx, requestId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('tracingAnswer')
    .select('id')
    .where('requestId', '=', requestId)
    .where('state', 'in', ['queued', 'building'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

interface Progress {
  state?: 'building'
  phase?: string
  done?: number
  total?: number
}

/** @returns false if the answer is no longer being prepared. */
export async function updateProgress(tx: CustomerTx, id: number, values: Progress): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tracingAnswer')
    .set(values)
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'building'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

interface Finished {
  /** Numbers of the items that the answer covers. */
  items: number[]
  bytes: number
  sha256: string
  manifestSha256: string
  keptUntil: Date
  counts: TracingCounts
  gaps: readonly string[]
  files: readonly { name: string; bytes: number; sha256: string }[]
}

/** @returns false if the answer is no longer being prepared. */
export async function markAnswerReady(tx: CustomerTx, id: number, { counts, gaps, files, ...values }: Finished): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tracingAnswer')
    .set({ ...values, counts: JSON.stringify(counts), gaps: JSON.stringify(gaps), files: JSON.stringify(files), state: 'ready', phase: '' })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'building'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks an answer as failed. @returns false if the answer is no longer being prepared. */
export async function markAnswerFailed(tx: CustomerTx, id: number, failure: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tracingAnswer')
    .set({ state: 'failed', failure, phase: '' })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'building'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markDiscarded(tx: CustomerTx, id: number): Promise<void> {
  await tx.updateTable('tracingAnswer').set({ state: 'discarded', phase: '' }).where('id', '=', id).execute()
}

export async function markAnswerSent(tx: CustomerTx, id: number, sentAt: Date): Promise<void> {
  await tx.updateTable('tracingAnswer').set({ sentAt }).where('id', '=', id).where('sentAt', 'is', null).execute()
}

/** Lists the answers whose retention period is over and whose file has not been deleted yet. */
export const listOverdueAnswers = (tx: CustomerTx, now: Date) =>
  tx
    .selectFrom('tracingAnswer')
    .select(['id', 'requestId', 'sha256'])
    .where('keptUntil', '<', now)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute()

export async function markAnswerRemoved(tx: CustomerTx, id: number, removedAt: Date): Promise<void> {
  await tx.updateTable('tracingAnswer').set({ removedAt }).where('id', '=', id).execute()
}

interface NewSending {
  requestId: number
  answerId: number | null
  channel: 'mail' | 'link' | 'download' | 'acknowledgment' | 'question' | 'reminder'
  at: Date
  byId: number | null
  byName: string
  toWords: string | null
  sha256: string | null
  mailId: number | null
  linkId: number | null
}

export async function insertSending(tx: CustomerTx, values: NewSending): Promise<number> {
  const { id } = await tx.insertInto('tracingSending').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Lists what was emailed or handed over in answer to a request, oldest first, with the delivery status of each email and the uses of each link. */
export const listSendings = (tx: CustomerTx, requestId: number) =>
  tx
    .selectFrom('tracingSending as s')
    .leftJoin('mail as m', 'm.id', 's.mailId')
    .leftJoin('inspectionLink as k', 'k.id', 's.linkId')
    .select(['s.id', 's.answerId', 's.channel', 's.at', 's.byName', 's.toWords', 's.sha256', 's.mailId'])
    .select(['m.status as mailStatus', 'm.sentAt as mailSentAt', 'm.lastError as mailError'])
    .select(['k.expiresAt', 'k.uses', 'k.lastUsedAt', 'k.revokedAt'])
    .where('s.requestId', '=', requestId)
    .orderBy('s.id')
    .limit(500)
    .execute()

/** The emails that were sent about the request, newest first, each with the Message-ID that a bounce quotes. */
export const listSentMails = (tx: CustomerTx, requestId: number) =>
  tx
    .selectFrom('tracingSending as s')
    .innerJoin('mail as m', 'm.id', 's.mailId')
    .select(['m.id as mailId', 'm.messageId', 'm.status', 's.toWords'])
    .where('s.requestId', '=', requestId)
    .orderBy('s.id', 'desc')
    .limit(200)
    .execute()

interface Delivery {
  /** The answer that was sent; null for an acknowledgment. */
  answerId: number | null
  at: Date
  isLost: boolean
}

/** Sending records `s` that never reached anybody: emails still in the queue, and links that were revoked before anybody used them. */
const IS_IDLE = sql<boolean>`(s.answer_id is not null and (exists (select from mail w where w.customer_id = s.customer_id and w.id = s.mail_id and w.status = 'waiting')
    or exists (select from inspection_link k where k.customer_id = s.customer_id and k.id = s.link_id and k.revoked_at is not null and k.uses = 0)))`

/** The answers and acknowledgments that were sent, oldest first, each with a flag that is set if its delivery is known to have failed. */
export async function listDeliveries(tx: CustomerTx, requestId: number): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select s.answer_id as "answerId", coalesce(m.sent_at, s.at) as at, coalesce(m.status in ('failed', 'stopped'), false) as "isLost"
    from tracing_sending s left join mail m on m.customer_id = s.customer_id and m.id = s.mail_id
    where s.customer_id = current_customer_id() and s.request_id = ${requestId} and (s.answer_id is not null or s.channel = 'acknowledgment')
      and not ${IS_IDLE}
    order by s.id`.execute(tx)
  return rows
}

export const findSendingOfMail = (tx: CustomerTx, mailId: number) =>
  tx.selectFrom('tracingSending').select(['requestId', 'toWords']).where('mailId', '=', mailId).executeTakeFirst()

export const findSending = (tx: CustomerTx, id: number) =>
  tx.selectFrom('tracingSending').selectAll().where('id', '=', id).executeTakeFirst()

/** The item numbers that each of these answers covers; the lists are in no particular order. */
export async function listCovered(tx: CustomerTx, answerIds: readonly number[]): Promise<number[][]> {
  if (!answerIds.length) return []
  const rows = await tx.selectFrom('tracingAnswer').select('items').where('id', 'in', answerIds).execute()
  return rows.map(({ items }) => items)
}
