import { ndcForms, ndcFromGtin, sameNdc } from '@seriatim/gs1'

/** Two products may have one serial number; a report names its product by NDC. What names none, or a GTIN that holds none, may be of any. */
export function mayCarry(gtin: string | null, ndc: string): boolean {
  const own = gtin && ndcFromGtin(gtin)
  return !own || ndcForms(ndc) === null || sameNdc(ndc, own)
}
