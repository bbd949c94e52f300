import type { CustomerTx } from '../../../db/types.ts'

export async function isKnownMail(tx: CustomerTx, messageId: string): Promise<boolean> {
  const row = await tx.selectFrom('tracingEntry').select('id').where('messageId', '=', messageId).executeTakeFirst()
  return row !== undefined
}

/** Number of emails that were accepted since then. */
export async function countMailEntries(tx: CustomerTx, since: Date): Promise<number> {
  const row = await tx
    .selectFrom('tracingEntry')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('messageId', 'is not', null)
    .where('at', '>=', since)
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
