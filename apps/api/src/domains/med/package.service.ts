import type { CustomerTx } from '../../db/types.ts'
import { countHeldInside } from '../hold/hold.service.ts'
import { countReceivedInside, listPackageReceipts, listPackages, type PackageLine, type PackageReceipt } from './package.queries.ts'

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

export async function readPackage(tx: CustomerTx, medId: number) {
  const line = (await readPackages(tx, [medId])).get(medId)
  if (!line) return null
  const { level, meds, documentId } = line
  const [received, onHold] = [await countReceivedInside(tx, line), await countHeldInside(tx, line)]
  return { level, meds, documentId, line: line.line, received, ...onHold }
}
