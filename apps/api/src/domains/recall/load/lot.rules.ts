import { ndcForms, ndcFromGtin } from '@seriatim/gs1'

/** A lot in the form for comparison: ignores case, spaces, hyphens, periods and slashes, but keeps leading zeros. */
export const lotKey = (lot: string): string => lot.toUpperCase().replace(/[\s.\-/]/g, '')

/** Whether two lots are equal except for case and surrounding spaces (decision 64). */
export const isSameLot = (one: string, other: string): boolean => one.trim().toUpperCase() === other.trim().toUpperCase()

const LEGAL_FORM =
  /\b(incorporated|inc|llc|l\.l\.c|ltd|limited|corp|corporation|company|co|lp|l\.p|plc|gmbh|ag|sa|usa|us|u\.s\.a|u\.s|the|d\/b\/a.*|dba.*)\b\.?/g

/**
 * Reduces a firm's name to a key for comparisons: lower-case letters and digits, without legal form and "USA". "Teva Pharmaceuticals USA, Inc" and
 * "TEVA PHARMACEUTICALS" have the same key. Null if nothing is left.
 */
export function firmKey(name: string | null | undefined): string | null {
  const key = (name ?? '')
    .toLowerCase()
    .replace(LEGAL_FORM, ' ')
    .replace(/[^a-z\d]/g, '')
  return key === '' ? null : key
}

export interface NdcKey {
  /** Labeler and product codes together, 8 or 9 digits. */
  productKey: string
  /** All ten digits of the NDC; null if the text has no package code. */
  ndc10: string | null
}

/**
 * Returns the keys by which the NDC in a text is looked up. Eleven digits may stand for several NDCs, so they give several keys; a code with an
 * unknown layout gives none.
 * @see FDA, 21 CFR 207.33: 4-4-2, 5-3-2 and 5-4-1 have ten digits, and no labeler code is a prefix of another.
 */
export function ndcKeys(text: string): NdcKey[] {
  const given = text.trim()
  if (/^(\d{4}-\d{4}|\d{5}-\d{3,4})$/.test(given)) return [{ productKey: given.replace('-', ''), ndc10: null }]
  const forms = ndcForms(given)
  if (!forms) return []
  const [labeler = '', product = ''] = given.split('-')
  if (forms.layout !== null && forms.digits.length === 10) return [{ productKey: labeler + product, ndc10: forms.digits }]
  // Ten digits without hyphens do not show where the product code ends. We assume that it has eight digits if the NDC begins with 0, otherwise nine.
  // In eleven digits, the position of the inserted zero shows where it ends.
  const [ndc11 = ''] = forms.ndc11
  return forms.ndc10.map((ndc10) => {
    const isLong = forms.digits.length === 10 ? !ndc10.startsWith('0') : ndc11[9] === '0' && ndc10.slice(0, 9) === ndc11.slice(0, 9)
    return { productKey: ndc10.slice(0, isLong ? 9 : 8), ndc10 }
  })
}

/** The ten digits of a package on file: from its GTIN, else from the NDC in a document or typed by a person. */
export function toNdc10({ gtin, ndc }: { gtin: string | null; ndc: string | null }): string | null {
  return (gtin === null ? null : ndcFromGtin(gtin)) ?? (ndc === null ? null : (ndcForms(ndc)?.ndc10[0] ?? null))
}

/**
 * Whether a lot lies between `from` and `to`, inclusive, by its last number. False if one of the three has no number, or if the text before or after
 * the number is not the same in all three.
 */
export function isInRange(lot: string, from: string, to: string): boolean {
  const [mine, first, last] = [lot, from, to].map((text) => /^(.*?)(\d+)(\D*)$/.exec(lotKey(text)))
  if (!mine || !first || !last || mine[1] !== first[1] || first[1] !== last[1] || mine[3] !== first[3] || first[3] !== last[3]) return false
  const [number, low, high] = [mine, first, last].map((match) => BigInt(match[2] ?? '0'))
  if (number === undefined || low === undefined || high === undefined) return false
  return number >= low && number <= high
}
