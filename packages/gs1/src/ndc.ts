import { isDigits } from './characters.ts'
import { checkDigit } from './check-digit.ts'

/** The forms in which other systems may store an NDC that a person wrote. `ndc10` or `ndc11` is empty if the NDC has no form of that length. */
export interface NdcForms {
  /** The digits as given, without hyphens and white space. */
  readonly digits: string
  /** The NDC in ten digits, as in a GTIN. If it was given in eleven digits, there may be up to three candidates. */
  readonly ndc10: readonly string[]
  /**
   * The NDC in eleven digits (5-4-2), as used on claims. If the NDC was written as ten bare digits, there are up to three candidates, because a zero
   * can be added to any of its three segments.
   */
  readonly ndc11: readonly string[]
  /** The layout that the NDC's hyphens reveal, such as `5-3-2`; null for bare digits. */
  readonly layout: string | null
}

/**
 * The ten digits of the NDC in a US drug's GTIN, which doesn't reveal their segments.
 *
 * @returns ten digits, or null unless digits 2 and 3 are `03` (decision 21: no other GTIN contains an NDC).
 * @see FDA, 21 CFR 207.33; GS1 General Specifications, section 2.1.13.
 */
export function ndcFromGtin(gtin14: string): string | null {
  return gtin14.length === 14 && gtin14.startsWith('03', 1) && isDigits(gtin14) ? gtin14.slice(3, 13) : null
}

/**
 * Builds the GTIN-14 of a drug package: indicator, `03`, the ten digits of its NDC, check digit.
 * @param ndc an NDC in any form that `ndcForms` reads.
 * @param indicator 0 for the unit, 1 to 8 for the packaging levels around it.
 * @returns null for any other indicator, and for a text that is not an NDC or that can be read as several ten-digit NDCs.
 * @see FDA, 21 CFR 207.33; GS1 General Specifications, section 2.1.13.
 */
export function gtinFromNdc(ndc: string, indicator = 0): string | null {
  const [ndc10, ...others] = ndcForms(ndc)?.ndc10 ?? []
  if (ndc10 === undefined || others.length > 0 || !Number.isInteger(indicator) || indicator < 0 || indicator > 8) return null
  const digits = `${indicator}03${ndc10}`
  return digits + checkDigit(digits)
}

/**
 * Converts a current NDC to the twelve digits (6-4-2) that replace it in 2033, by putting a zero in front of its eleven digits.
 * @returns one result, or three candidates if the NDC was written as ten bare digits; empty if the text is not an NDC.
 * @see FDA, 21 CFR 207.33 as amended, effective 7 March 2033.
 */
export function ndc12Forms(text: string): string[] {
  const forms = ndcForms(text)
  if (forms === null) return []
  return forms.digits.length === 12 ? [forms.digits] : forms.ndc11.map((digits) => `0${digits}`)
}

/**
 * All comparable forms of an NDC, which may be written as 4-4-2, 5-3-2, 5-4-1 or 5-4-2 with hyphens, or as 10, 11 or 12 bare digits (AI 715 may
 * contain any of these forms). @returns null if the text is none of these.
 */
export function ndcForms(text: string): NdcForms | null {
  const given = text.trim()
  const digits = given.replaceAll('-', '')
  if (!isDigits(digits)) return null
  if (given !== digits) return hyphenatedForms(given, digits)
  if (digits.length === 10) return { digits, ndc10: [digits], ndc11: unique(paddings(digits)), layout: null }
  if (digits.length === 11) return { digits, ndc10: unpadded(digits), ndc11: [digits], layout: null }
  if (digits.length === 12) return twelveDigits(digits, null)
  return null
}

/** Whether two written NDCs can mean the same package. False if either is not an NDC. */
export function sameNdc(a: string, b: string): boolean {
  const one = ndcForms(a)
  const other = ndcForms(b)
  if (one === null || other === null) return false
  if (one.digits === other.digits && (one.layout === null || other.layout === null)) return true
  if (!one.ndc11.some((form) => other.ndc11.includes(form))) return false
  return one.ndc10.length === 0 || other.ndc10.length === 0 || one.ndc10.some((form) => other.ndc10.includes(form))
}

/**
 * Prefixes of stored 10- or 11-digit keys that match the typed start of an NDC in any layout. @param text digits and hyphens, possibly incomplete;
 * surrounding white space is ignored. @returns distinct prefixes; empty if the text contains no digit or anything but digits and hyphens. From two
 * digits on, the prefixes match keys of every layout. A single 0 matches only keys that begin with 0, although it may be padding that a stored key
 * lacks.
 */
export function ndcSearchPrefix(text: string): string[] {
  const given = text.trim()
  const digits = given.replaceAll('-', '')
  if (!isDigits(digits) || digits.length > 12) return []
  const segments = given.split('-')
  const labeler = segments[0] ?? ''
  const product = segments[1] ?? ''
  const prefixes = [digits]
  if (segments.length === 1) prefixes.push(...paddings(digits), ...unpadded(digits))
  else if (labeler.length === 4) prefixes.push(`0${digits}`)
  else if (segments.length === 2) prefixes.push(...at(digits, 5), ...unpadded(digits))
  else if (product.length === 3) prefixes.push(...at(digits, 5))
  else prefixes.push(...at(digits, 9), ...unpadded(digits))
  return unique(prefixes)
}

/**
 * Formats an NDC for people to read: writes 11 bare digits as 5-4-2 and 12 bare digits as 6-4-2, and returns any other text unchanged except for
 * trimming.
 */
export function formatNdc(text: string): string {
  const given = text.trim()
  if (!isDigits(given) || given.length < 11 || given.length > 12) return given
  const labelerEnd = given.length - 6
  return `${given.slice(0, labelerEnd)}-${given.slice(labelerEnd, -2)}-${given.slice(-2)}`
}

function hyphenatedForms(given: string, digits: string): NdcForms | null {
  const layout = given
    .split('-')
    .map((segment) => segment.length)
    .join('-')
  if (layout === '4-4-2') return { digits, ndc10: [digits], ndc11: at(digits, 0), layout }
  if (layout === '5-3-2') return { digits, ndc10: [digits], ndc11: at(digits, 5), layout }
  if (layout === '5-4-1') return { digits, ndc10: [digits], ndc11: at(digits, 9), layout }
  if (layout === '5-4-2') return { digits, ndc10: unpadded(digits), ndc11: [digits], layout }
  return layout === '6-4-2' ? twelveDigits(digits, layout) : null
}

/**
 * Returns the forms of an NDC in the future 6-4-2 layout. An older form exists only if the labeler code begins with a zero, which was added to a
 * five-digit code.
 */
function twelveDigits(digits: string, layout: string | null): NdcForms {
  const ndc11 = digits.startsWith('0') ? [digits.slice(1)] : []
  return { digits, ndc10: ndc11.flatMap(unpadded), ndc11, layout }
}

function paddings(digits: string): string[] {
  return [...at(digits, 0), ...at(digits, 5), ...at(digits, 9)]
}

/** Inserts a zero before `position`; returns an empty list if there are too few digits or more than ten. */
function at(digits: string, position: number): string[] {
  return digits.length < position || digits.length > 10 ? [] : [`${digits.slice(0, position)}0${digits.slice(position)}`]
}

function unpadded(digits: string): string[] {
  return unique([0, 5, 9].filter((i) => digits[i] === '0').map((i) => digits.slice(0, i) + digits.slice(i + 1)))
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '')
}
