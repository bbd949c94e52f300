import type { CustomerTx } from '../../../db/types.ts'

/** The number of active people (`active`), and how many of them were invited and have not joined yet (`invited`). */
export function selectPeopleCount(tx: CustomerTx) {
  return tx
    .selectFrom('user')
    .select((eb) => [eb.fn.countAll<number>().as('active'), eb.fn.countAll<number>().filterWhere('joinedAt', 'is', null).as('invited')])
    .where('isActive', '=', true)
    .where('withdrawnAt', 'is', null)
}
