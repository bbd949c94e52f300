import type { CustomerTx } from '../../db/types.ts'
import { selectProducts } from './med.queries.ts'

/** Products by name or by digits of an NDC, of which the caller may see a package. */
export function selectSeenProducts(tx: CustomerTx, { medName, ndcPrefixes }: { medName?: string; ndcPrefixes?: readonly string[] }) {
  return selectProducts(tx, { medName, manufacturerName: undefined, ndcPrefixes, isSeen: true })
}
