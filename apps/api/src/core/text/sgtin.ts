import { sgtinUri } from '@seriatim/gs1'

/** Company prefix length of most US companies. Where the prefix ends makes no difference when GTINs are compared. */
const USUAL_PREFIX_LENGTH = 6

/**
 * Builds the pure identity URI of a package. Uses the company prefix length of the sender's pattern for the product, or `USUAL_PREFIX_LENGTH` if
 * there is no such pattern.
 */
export function makeSgtin(gtin: string, serialNumber: string, product: { gtin: string | null; sgtin: string | null } | undefined): string {
  const prefix = product?.gtin === gtin ? product.sgtin?.match(/^urn:epc:idpat:sgtin:(\d{6,12})\./)?.[1] : undefined
  return sgtinUri(gtin, serialNumber, prefix?.length ?? USUAL_PREFIX_LENGTH)
}
