import { sql } from 'kysely'
import type { CustomerTx } from '../../../db/types.ts'

export async function isKnownMail(tx: CustomerTx, messageId: string): Promise<boolean> {
  const row = await tx.selectFrom('tracingEntry').select('id').where('messageId', '=', messageId).executeTakeFirst()
  return row !== undefined
}

export async function countMailedRequests(tx: CustomerTx, since: Date): Promise<number> {
  const row = await tx
    .selectFrom('tracingRequest')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('mailHeaders', 'is not', null)
    .where('createdAt', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(row.amount)
}

/** Number of entries in a request's history that the product wrote by itself since this time and that begin with these words. */
export async function countEntriesLike(tx: CustomerTx, { requestId, since, words }: { requestId: number; since: Date; words: string }) {
  const row = await tx
    .selectFrom('tracingEntry')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('requestId', '=', requestId)
    .where('userId', 'is', null)
    .where('at', '>=', since)
    .where(sql<boolean>`starts_with(words, ${words})`)
    .executeTakeFirstOrThrow()
  return Number(row.amount)
}

interface NewFile {
  requestId: number
  entryId: number
  filename: string
  contentType: string
  size: number
  sha256: string
}

export async function insertFile(tx: CustomerTx, values: NewFile): Promise<void> {
  await tx.insertInto('tracingFile').values(values).execute()
}
