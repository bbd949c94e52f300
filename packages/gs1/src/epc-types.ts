/** The subject of an EPC URI or a GS1 Digital Link. GTINs have 14 digits, GLNs 13, SSCCs 18, all including the check digit. */
export type Epc =
  | { readonly kind: 'sgtin'; readonly gtin: string; readonly serialNumber: string }
  | { readonly kind: 'sgtinPattern'; readonly gtin: string }
  | { readonly kind: 'lgtin'; readonly gtin: string; readonly lotNumber: string }
  | { readonly kind: 'sscc'; readonly sscc: string }
  | { readonly kind: 'sgln'; readonly gln: string; readonly extension: string }
  | { readonly kind: 'pgln'; readonly gln: string }

export type EpcError =
  | 'not_an_epc'
  | 'other_key'
  | 'not_digits'
  | 'company_prefix'
  | 'digit_count'
  | 'check_digit'
  | 'serial_length'
  | 'serial_characters'
  | 'percent_encoding'

/** Each reason as the end of a sentence that begins with the identifier. */
export const epcErrorWords: Readonly<Record<EpcError, string>> = {
  not_an_epc: 'is not an EPC URI',
  other_key: 'identifies another kind of item',
  not_digits: 'has something other than digits where digits belong',
  company_prefix: 'has a company prefix that is not 6 to 12 digits long',
  digit_count: 'has the wrong number of digits before and after its first dot',
  check_digit: 'has a wrong check digit',
  serial_length: 'has a serial number or extension that is not 1 to 20 characters long',
  serial_characters: 'has a character that GS1 does not allow in a serial number',
  percent_encoding: 'has a % that is not followed by two hexadecimal digits',
}
