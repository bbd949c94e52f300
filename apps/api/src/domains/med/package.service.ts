import type { CustomerTx } from '../../db/types.ts'
import { listPackageReceipts, type PackageReceipt } from './package.queries.ts'

/** A package has no receipt of its own: it is received when all its meds are, by whom the last of them was (decision 40). */
export async function readPackageReceipts(tx: CustomerTx, medIds: readonly number[]): Promise<Map<number, PackageReceipt>> {
  if (!medIds.length) return new Map()
  const receipts = await listPackageReceipts(tx, medIds)
  return new Map(receipts.toReversed().map((receipt) => [receipt.medId, receipt]))
}
