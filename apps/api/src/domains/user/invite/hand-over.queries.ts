import type { CustomerTx } from '../../../db/types.ts'

/** The hand-over that was neither accepted nor ended; it may have expired. */
export function findOpenHandOver(tx: CustomerTx) {
  return tx
    .selectFrom('handOver')
    .innerJoin('user as giver', 'giver.id', 'handOver.fromUserId')
    .innerJoin('user as taker', 'taker.id', 'handOver.toUserId')
    .select([
      'handOver.id',
      'handOver.fromUserId',
      'handOver.toUserId',
      'handOver.askedAt',
      'handOver.endsAt',
      'giver.firstName as giverFirstName',
      'giver.lastName as giverLastName',
      'taker.firstName as takerFirstName',
      'taker.lastName as takerLastName',
    ])
    .where('handOver.acceptedAt', 'is', null)
    .where('handOver.endedAt', 'is', null)
    .executeTakeFirst()
}
export type OpenHandOver = NonNullable<Awaited<ReturnType<typeof findOpenHandOver>>>

export async function insertHandOver(
  tx: CustomerTx,
  values: { fromUserId: number; toUserId: number; askedAt: Date; endsAt: Date },
): Promise<number> {
  return (await tx.insertInto('handOver').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export async function endHandOver(tx: CustomerTx, id: number, endedAt: Date, endedById: number | null): Promise<void> {
  await tx.updateTable('handOver').set({ endedAt, endedById }).where('id', '=', id).execute()
}

export async function acceptHandOver(tx: CustomerTx, id: number, acceptedAt: Date): Promise<void> {
  await tx.updateTable('handOver').set({ acceptedAt }).where('id', '=', id).execute()
}

export async function updateCustomerAdmin(tx: CustomerTx, customerId: number, adminId: number): Promise<void> {
  await tx.updateTable('customer').set({ adminId }).where('id', '=', customerId).execute()
}
