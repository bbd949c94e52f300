import { ndcSearchPrefix } from '@seriatim/gs1'
import type { CustomerTx } from '../../../db/types.ts'
import { selectMedProducts } from '../med.queries.ts'

/** Products by name or NDC digits, limited to those of which the caller may see a package. */
export function selectSeenProducts(tx: CustomerTx, { medName, ndcPrefixes }: { medName?: string; ndcPrefixes?: readonly string[] }) {
  return selectMedProducts(tx, { medName, manufacturerName: undefined, ndcPrefixes, isSeen: true })
}

/** Ids of products that match part of a name and the beginning of an NDC; undefined if neither is given. */
export async function findProductIds(
  tx: CustomerTx,
  { name, ndc }: { name: string | undefined; ndc: string | undefined },
): Promise<number[] | undefined> {
  if (!name && !ndc) return undefined
  const ndcPrefixes = ndc ? ndcSearchPrefix(ndc) : undefined
  const products = await selectMedProducts(tx, { medName: name, manufacturerName: undefined, ndcPrefixes }).execute()
  return products.map(({ id }) => id)
}
