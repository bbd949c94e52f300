import { lgtinUri, sgtinPatternUri, sgtinUri, ssccUri } from './epc.ts'
import type { Epc } from './epc-types.ts'
import { glnToPgln, glnToSgln } from './gln.ts'
import { escaped } from './link-writer.ts'

/**
 * The EPC URI of a key, the inverse of `parseEpc` for URNs.
 *
 * @param companyPrefixLength digits of the company prefix, 6 to 12, which a key alone does not reveal (see `companyPrefixLength`).
 * @returns null if a GLN or the length is invalid.
 * @see EPC Tag Data Standard 1.13, section 6.3 and 8.
 */
export function epcUri(epc: Epc, companyPrefixLength: number): string | null {
  if (!(companyPrefixLength >= 6 && companyPrefixLength <= 12)) return null
  switch (epc.kind) {
    case 'sgtin':
      return sgtinUri(epc.gtin, epc.serialNumber, companyPrefixLength)
    case 'sgtinPattern':
      return sgtinPatternUri(epc.gtin, companyPrefixLength)
    case 'lgtin':
      return lgtinUri(epc.gtin, epc.lotNumber, companyPrefixLength)
    case 'sscc':
      return ssccUri(epc.sscc, companyPrefixLength)
    case 'sgln':
      return glnToSgln(epc.gln, companyPrefixLength, epc.extension)
    case 'pgln':
      return glnToPgln(epc.gln, companyPrefixLength)
  }
}

/**
 * The Digital Link of a key, the inverse of `parseEpc` for links.
 *
 * @param stem scheme, domain and path before the key.
 * @see GS1 Digital Link: URI Syntax 1.3, section 5; EPCIS 2.0, section 6.4.
 */
export function epcDigitalLink(epc: Epc, stem = 'https://id.gs1.org'): string {
  const start = stem.replace(/\/$/, '')
  switch (epc.kind) {
    case 'sgtin':
      return `${start}/01/${epc.gtin}/21/${escaped(epc.serialNumber)}`
    case 'sgtinPattern':
      return `${start}/01/${epc.gtin}`
    case 'lgtin':
      return `${start}/01/${epc.gtin}/10/${escaped(epc.lotNumber)}`
    case 'sscc':
      return `${start}/00/${epc.sscc}`
    case 'sgln':
      return `${start}/414/${epc.gln}${epc.extension === '0' ? '' : `/254/${escaped(epc.extension)}`}`
    case 'pgln':
      return `${start}/417/${epc.gln}`
  }
}
