import type { ListChange, ListSetting } from '@seriatim/schema'
import type { CustomerTx } from '../../db/types.ts'

export async function findListSetting(tx: CustomerTx, userId: number, list: string): Promise<ListSetting | undefined> {
  const row = await tx
    .selectFrom('listSetting')
    .select(['hiddenColumns', 'views'])
    .where('userId', '=', userId)
    .where('list', '=', list)
    .executeTakeFirst()
  return row && { hiddenColumns: row.hiddenColumns, views: row.views as ListSetting['views'] } // only `saveListSetting` writes this column
}

export async function saveListSetting(tx: CustomerTx, userId: number, { list, hiddenColumns, views }: ListChange): Promise<void> {
  const setting = { hiddenColumns, views: JSON.stringify(views) }
  await tx
    .insertInto('listSetting')
    .values({ userId, list, ...setting })
    .onConflict((conflict) => conflict.columns(['customerId', 'userId', 'list']).doUpdateSet(setting))
    .execute()
}
