import { readTogether } from '../../db/together.ts'
import type { CustomerTx } from '../../db/types.ts'
import { selectHeldInside } from '../hold/hold.service.ts'
import { listPackageReceipts, listPackages, type PackageLine, type PackageReceipt, selectReceivedInside } from './package.queries.ts'

export type { PackageLine }

/** A package has no receipt of its own: it is received when all its meds are, by whom the last of them was (decision 40). */
export async function readPackageReceipts(tx: CustomerTx, medIds: readonly number[]): Promise<Map<number, PackageReceipt>> {
  if (!medIds.length) return new Map()
  const receipts = await listPackageReceipts(tx, medIds)
  return new Map(receipts.toReversed().map((receipt) => [receipt.medId, receipt]))
}

/** Which of these are packages and what is in them; meds are not in the map. */
export async function readPackages(tx: CustomerTx, medIds: readonly number[]): Promise<Map<number, PackageLine>> {
  return medIds.length ? new Map((await listPackages(tx, medIds)).map((line) => [line.medId, line])) : new Map()
}

/** What lies in a package; null for a med. */
export async function readInside(tx: CustomerTx, inside: PackageLine | undefined) {
  if (!inside) return null
  const { level, meds, documentId, line } = inside
  const { received, onHold } = await readTogether(tx, { received: selectReceivedInside(inside), onHold: selectHeldInside(inside) })
  return {
    level,
    meds,
    documentId,
    line,
    received: received[0]?.received ?? 0,
    held: onHold[0]?.held ?? 0,
    pending: onHold[0]?.pending ?? 0,
  }
}
