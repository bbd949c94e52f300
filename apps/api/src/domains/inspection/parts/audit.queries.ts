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
