import type { CustomerTx } from '../../../db/types.ts'
import type { TallyRow } from './tally.rules.ts'

export function findProgress(tx: CustomerTx) {
  return tx.selectFrom('scorecardProgress').select('checkedUntil').executeTakeFirst()
}

/** Stores `checkedUntil` in the customer's progress row, creating it if needed, and locks the row, so that only one computation runs at a time. */
export async function lockProgress(tx: CustomerTx, checkedUntil: Date): Promise<void> {
  await tx
    .insertInto('scorecardProgress')
    .values({ checkedUntil })
    .onConflict((conflict) => conflict.columns(['customerId']).doUpdateSet({ checkedUntil }))
    .execute()
}

/** Maximum number of rows per statement, because each row adds parameters. */
const ROWS = 1000

export async function replaceMonth(tx: CustomerTx, month: string, rows: readonly TallyRow[], computedAt: Date): Promise<void> {
  await tx.deleteFrom('scorecardMonth').where('month', '=', month).execute()
  for (let at = 0; at < rows.length; at += ROWS) {
    const values = rows.slice(at, at + ROWS).map(({ tally, ...row }) => ({ ...row, month, computedAt, tally: JSON.stringify(tally) }))
    await tx.insertInto('scorecardMonth').values(values).execute()
  }
}
