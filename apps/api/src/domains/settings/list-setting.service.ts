import type { ListChange, ListSetting } from '@seriatim/schema'
import type { Session } from '../../call/access/access.ts'
import type { CustomerTx } from '../../db/types.ts'
import { findListSetting, saveListSetting } from './list-setting.queries.ts'

/** A person's settings for a list; by default every column and no saved view. */
export async function readListSetting(tx: CustomerTx, session: Session, list: string): Promise<ListSetting> {
  return (await findListSetting(tx, session.userId, list)) ?? { hiddenColumns: [], views: [] }
}

export function updateListSetting(tx: CustomerTx, session: Session, change: ListChange): Promise<void> {
  return saveListSetting(tx, session.userId, change)
}
