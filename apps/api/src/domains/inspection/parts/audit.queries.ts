import type { CustomerTx } from '../../../db/types.ts'

export async function countTrail(tx: CustomerTx, { from, to }: { from: Date; to: Date }): Promise<number> {
  const { amount } = await tx
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('amount'))
    .where('at', '>=', from)
    .where('at', '<', to)
    .executeTakeFirstOrThrow()
  return Number(amount)
}

/** Id of the newest audit row of the period; undefined if there is none. */
export async function findNewestEntry(tx: CustomerTx, { from, to }: { from: Date; to: Date }): Promise<number | undefined> {
  const row = await tx
    .selectFrom('audit')
    .select('id')
    .where('at', '>=', from)
    .where('at', '<', to)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}
