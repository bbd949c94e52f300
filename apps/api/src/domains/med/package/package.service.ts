import { readPrepared, type Together, withInstants } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { collectCauses, type HoldCause, selectHeld, selectHeldInside } from '../../hold/hold.joins.ts'
import {
  type DocumentLine,
  type PackageLine,
  type PackageReceipt,
  selectPackageReceipts,
  selectPackages,
  selectReceivedInside,
} from './package.queries.ts'

export type { PackageLine }

export interface MedStates {
  /** Cases and pallets with their contents, by id of the unit; meds have no entry. */
  packages: Map<number, PackageLine>
  /**
   * Receipts of cases and pallets, by id of the unit. A case or pallet has no receipt of its own: it counts as received once all its meds are
   * received, and takes the last of their receipts (decision 40).
   */
  receipts: Map<number, PackageReceipt>
  held: Map<number, HoldCause>
}

/** Reads the states that a list shows for these meds, cases and pallets. */
export async function readMedStates(tx: CustomerTx, medIds: readonly number[]): Promise<MedStates> {
  if (!medIds.length) return { packages: new Map(), receipts: new Map(), held: new Map() }
  const { packages, receipts, held } = await readPrepared(tx, {
    packages: selectPackages(medIds),
    receipts: selectPackageReceipts(medIds),
    held: selectHeld(medIds),
  })
  return {
    packages: new Map(packages.map((line) => [line.medId, line])),
    // The receipts are reversed, because a Map keeps the last entry of a key: that of the newest document.
    receipts: new Map(withInstants(receipts.toReversed(), 'at').map((receipt) => [receipt.medId, receipt])),
    held: collectCauses(held),
  }
}

/** Builds the queries that count the received and the held meds in a package. The caller runs them together with its own queries. */
export const selectInside = (place: DocumentLine) => ({ received: selectReceivedInside(place), onHold: selectHeldInside(place) })

/** The contents of a case or pallet; null for a med. */
export function describeInside(inside: PackageLine | undefined, { received, onHold }: Together<ReturnType<typeof selectInside>>) {
  if (!inside) return null
  const { level, meds, documentId, line } = inside
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
