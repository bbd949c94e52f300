import type { CustomerTx } from '../../../db/types.ts'
import { selectEndings } from './ending.joins.ts'

interface NewEnding {
  subscription: string
  why: 'replaced' | 'renewed' | 'twice' | 'givenUp'
  /** Name and quantity of the purchase that the customer keeps after two checkouts were paid; null if the subscription ended for another reason. */
  kept: string | null
  begunAt: Date
}

/** Inserts endings of subscriptions; existing ones stay unchanged. */
export async function insertEndings(tx: CustomerTx, rows: readonly NewEnding[]): Promise<void> {
  if (!rows.length) return
  await tx
    .insertInto('subscriptionEnding')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const listEndings = (tx: CustomerTx) => selectEndings(tx).execute()
export type EndingRecord = Awaited<ReturnType<typeof listEndings>>[number]

export async function updateEnding(
  tx: CustomerTx,
  { subscription, why }: Pick<EndingRecord, 'subscription' | 'why'>,
  values: { why?: 'renewed'; failedAt?: Date; doneAt?: Date },
): Promise<void> {
  await tx.updateTable('subscriptionEnding').set(values).where('subscription', '=', subscription).where('why', '=', why).execute()
}
