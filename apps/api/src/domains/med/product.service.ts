import type { CustomerTx } from '../../db/types.ts'
import { findProducts } from './med.queries.ts'

/** The customer's products by name or by digits of an NDC. */
export function readProducts(tx: CustomerTx, { medName, ndcPrefixes }: { medName?: string; ndcPrefixes?: readonly string[] }) {
  return findProducts(tx, { medName, manufacturerName: undefined, ndcPrefixes })
}
