import type { CustomerTx } from '../../db/types.ts'
import { findProducts } from './med.queries.ts'

/** Products by name or by digits of an NDC, of which the caller may see a package. */
export function readProducts(tx: CustomerTx, { medName, ndcPrefixes }: { medName?: string; ndcPrefixes?: readonly string[] }) {
  return findProducts(tx, { medName, manufacturerName: undefined, ndcPrefixes, isSeen: true })
}
