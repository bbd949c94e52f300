/** The reasons that a manufacturer can give in release 1.3, with their meanings. Other reasons are kept as they came. */
export const FAILURE_REASONS: Readonly<Record<string, string>> = {
  No_match_GTIN_Serial: 'The manufacturer has no package with this serial number.',
  No_match_GTIN_Serial_Lot: 'The serial number exists, but the lot differs.',
  No_match_GTIN_Serial_Expiry: 'The serial number exists, but the expiration date differs.',
  No_match_GTIN_Serial_Lot_Expiry: 'The serial number exists, but the lot and expiration date differ.',
  Manufacturer_policy: 'The manufacturer cited its own policy.',
  'Not_for_re-distribution': 'The manufacturer says that the package is suspect and must not be resold.',
  No_reason_provided: 'The manufacturer gave no reason.',
}

/** Remarks that an answer may contain even if the package is verified. Release 1.0.2 defined only `recalled`. */
export const ADDITIONAL_INFO: Readonly<Record<string, string>> = {
  Expired: 'The manufacturer says that the package has expired.',
  ExpirationExtended: 'The manufacturer has extended the expiration date.',
  Recalled: 'The manufacturer says that the package is recalled.',
  Suspect: 'The manufacturer says that the package is suspect.',
  Illegitimate: 'The manufacturer says that the package is illegitimate.',
}

/**
 * Corrects the upper and lower case of a word to the profile's spelling; returns a word that the profile does not have without the white space around
 * it.
 */
export function toKnownSpelling(words: Readonly<Record<string, string>>, given: string): string {
  const wanted = given.trim().toLowerCase()
  return Object.keys(words).find((one) => one.toLowerCase() === wanted) ?? given.trim()
}
