import type { CustomerTx } from '../../db/types.ts'

export interface MailRow {
  kind: string
  createdAt: Date
  createdById: number | null
  toAddresses: string[]
  ccAddresses: string[]
  replyTo: string | null
  envelopeFrom: string | null
  subject: string
  body: string | null
  sealedBody: Buffer | null
}

export async function insertMail(tx: CustomerTx, values: MailRow): Promise<number> {
  const row = await tx
    .insertInto('mail')
    .values({ ...values, status: 'waiting' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export function findMail(tx: CustomerTx, id: number) {
  return tx.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Queues an email again that we had given up sending, and returns the number of its recipients. Returns undefined if we had not given up, if the
 * email's text has been deleted, or if another call has just queued it.
 */
export async function markWaiting(tx: CustomerTx, id: number): Promise<number | undefined> {
  const row = await tx
    .updateTable('mail')
    .set({ status: 'waiting', attempts: 0, lastError: null, sentAt: null })
    .where('id', '=', id)
    .where('status', 'in', ['failed', 'stopped'])
    .where('body', 'is not', null)
    .returning(['toAddresses', 'ccAddresses'])
    .executeTakeFirst()
  return row && row.toAddresses.length + row.ccAddresses.length
}

/**
 * Marks a sent email as failed, because it was not delivered. Its `sentAt` remains; an email that the mail server refused has none.
 * @returns false if the email's status is not `sent`.
 */
export async function markLost(tx: CustomerTx, id: number, lastError: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mail')
    .set({ status: 'failed', lastError })
    .where('id', '=', id)
    .where('status', '=', 'sent')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface MailOutcome {
  status?: 'sent' | 'failed' | 'stopped'
  sentAt?: Date
  attempts: number
  lastError: string | null
}

/** Records the result of a send attempt, and erases the encrypted body once the email is no longer queued. */
export async function updateMail(tx: CustomerTx, id: number, outcome: MailOutcome): Promise<void> {
  await tx
    .updateTable('mail')
    .set({ ...outcome, ...(outcome.status ? { sealedBody: null } : {}) })
    .where('id', '=', id)
    .execute()
}

/** Deletes emails of these kinds that are older than `before`, except waiting ones. */
export async function deleteMails(tx: CustomerTx, kinds: readonly string[], before: Date): Promise<void> {
  await tx
    .deleteFrom('mail')
    .where('kind', 'in', [...kinds])
    .where('createdAt', '<', before)
    .where('status', '<>', 'waiting')
    .execute()
}
