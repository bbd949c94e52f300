import { companyPrefixLength } from './company-prefix.ts'
import { parseEpc } from './epc.ts'
import type { Epc } from './epc-types.ts'
import { epcUri } from './epc-writer.ts'

/** Number of digits that the company prefix of a US company usually has. Used for a key whose company prefix is not known. */
const USUAL_PREFIX_LENGTH = 6

/** The digits of a key, which contain its company prefix: an SSCC, a GLN or a GTIN. */
function digitsOf(epc: Epc): string {
  switch (epc.kind) {
    case 'sscc':
      return epc.sscc
    case 'sgln':
    case 'pgln':
      return epc.gln
    default:
      return epc.gtin
  }
}

/**
 * The URN of the key in a Digital Link; any other text unchanged. A link does not say where the company prefix ends, which makes no difference,
 * because keys are compared by their digits.
 */
export function toUrn(uri: string): string {
  if (!/^https?:/.test(uri)) return uri
  const epc = parseEpc(uri)
  if (!epc.ok) return uri
  return epcUri(epc.value, companyPrefixLength(digitsOf(epc.value)) ?? USUAL_PREFIX_LENGTH) ?? uri
}
