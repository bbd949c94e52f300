import { ndcForms, ndcFromGtin, sameNdc } from '@seriatim/gs1'

/**
 * Whether a GTIN can belong to this NDC. Two products may share a serial number, and a report identifies its product by NDC. A missing GTIN, or a
 * GTIN without an NDC, matches any NDC.
 */
export function mayCarry(gtin: string | null, ndc: string): boolean {
  const own = gtin && ndcFromGtin(gtin)
  return !own || ndcForms(ndc) === null || sameNdc(ndc, own)
}
