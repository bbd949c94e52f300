import { sgtinUri } from '@seriatim/gs1'

/** What US companies mostly have; the split matters to nobody who compares by GTIN. */
const USUAL_PREFIX_LENGTH = 6

/** The pure identity URI. Its split into company prefix and item is the sender's, as the product's own pattern has it. */
export function makeSgtin(gtin: string, serialNumber: string, product: { gtin: string | null; sgtin: string | null } | undefined): string {
  const prefix = product?.gtin === gtin ? product.sgtin?.match(/^urn:epc:idpat:sgtin:(\d{6,12})\./)?.[1] : undefined
  return sgtinUri(gtin, serialNumber, prefix?.length ?? USUAL_PREFIX_LENGTH)
}
