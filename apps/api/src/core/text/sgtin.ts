import { sgtinUri } from '@seriatim/gs1'

/** Company prefix length of most US companies. Where the prefix ends makes no difference when GTINs are compared. */
const USUAL_PREFIX_LENGTH = 6

/** The pure identity URI, split into company prefix and item as in the sender's own product pattern. */
export function makeSgtin(gtin: string, serialNumber: string, product: { gtin: string | null; sgtin: string | null } | undefined): string {
  const prefix = product?.gtin === gtin ? product.sgtin?.match(/^urn:epc:idpat:sgtin:(\d{6,12})\./)?.[1] : undefined
  return sgtinUri(gtin, serialNumber, prefix?.length ?? USUAL_PREFIX_LENGTH)
}
