import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

interface NewIntakeMail {
  doorId: number
  messageId: string
  receivedAt: Date
  fromAddress: string
  subject: string
  authentication: string
  isConfirmed: boolean
  isAutomatic: boolean
  refused: 'sender' | 'subscription' | null
  leftOut: string[]
}

/**
 * Stores an email and returns its id. If an email with the same message id was refused earlier, replaces it; if one was accepted, stores nothing and
 * returns undefined.
 */
export const insertIntakeMail = (tx: CustomerTx, values: NewIntakeMail) =>
  tx
    .insertInto('intakeMail')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['customerId', 'doorId', 'messageId']).doUpdateSet(values).where('intakeMail.refused', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst()

export async function addLeftOut(tx: CustomerTx, id: number, words: string[]): Promise<void> {
  await tx
    .updateTable('intakeMail')
    .set({ leftOut: sql`left_out || ${words}::text[]` })
    .where('id', '=', id)
    .execute()
}

/** Looks up whether an email that this door received with this message id was refused; undefined if there is none. */
export const findMail = (tx: CustomerTx, doorId: number, messageId: string) =>
  tx.selectFrom('intakeMail').select('refused').where('doorId', '=', doorId).where('messageId', '=', messageId).executeTakeFirst()

export async function countMails(tx: CustomerTx, doorId: number, since: Date): Promise<number> {
  const row = await tx
    .selectFrom('intakeMail')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('doorId', '=', doorId)
    .where('receivedAt', '>', since)
    .executeTakeFirstOrThrow()
  return row.amount
}

/** Number of this door's emails about which their senders have been notified since this time. */
export async function countReported(tx: CustomerTx, doorId: number, since: Date): Promise<number> {
  const row = await tx
    .selectFrom('intakeMail')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('doorId', '=', doorId)
    .where('toldAt', '>', since)
    .executeTakeFirstOrThrow()
  return row.amount
}

export const lockIntakeMail = (tx: CustomerTx, id: number) =>
  tx
    .selectFrom('intakeMail')
    .innerJoin('intakeDoor', 'intakeDoor.id', 'intakeMail.doorId')
    .select([
      'intakeMail.id',
      'intakeMail.doorId',
      'intakeMail.fromAddress',
      'intakeMail.subject',
      'intakeMail.isConfirmed',
      'intakeMail.isAutomatic',
      'intakeMail.refused',
      'intakeMail.leftOut',
      'intakeMail.toldAt',
      'intakeDoor.senders',
    ])
    .where('intakeMail.id', '=', id)
    .forUpdate('intakeMail')
    .executeTakeFirst()

export async function markReported(tx: CustomerTx, id: number, toldAt: Date): Promise<void> {
  await tx.updateTable('intakeMail').set({ toldAt }).where('id', '=', id).execute()
}

export const findMailOfUpload = (tx: CustomerTx, uploadId: number) =>
  tx.selectFrom('inboundMessage').select('mailId').where('uploadId', '=', uploadId).where('mailId', 'is not', null).executeTakeFirst()

export async function saveSenders(tx: CustomerTx, doorId: number, senders: string[]): Promise<void> {
  await tx.updateTable('intakeDoor').set({ senders }).where('id', '=', doorId).execute()
}
