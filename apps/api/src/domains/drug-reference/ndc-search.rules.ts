/** The leading digits of a package code, and the column that stores codes in that form. */
export interface NdcPrefix {
  column: 'ndcDigits' | 'ndc11' | 'ndc12'
  digits: string
}

/** Minimum number of characters that start a lookup (P1 §5). */
export const LOOKUP_LENGTH = 5

/**
 * Lists the prefixes to search for when a person has typed part of an NDC. Digits without hyphens may be the beginning of the FDA's 10-digit form, of
 * the 11-digit form on claims, or of the 12-digit form of 2033, so all three are searched. Hyphens show the segments, so the digits are padded and
 * only the 12-digit form is searched.
 * @returns nothing for fewer than five characters, or if the text is not an NDC.
 */
export function ndcPrefixes(text: string): NdcPrefix[] {
  const given = text.trim()
  if (given.length < LOOKUP_LENGTH || !/^[\d-]+$/.test(given)) return []
  if (!given.includes('-')) {
    if (given.length > 12) return []
    return (['ndcDigits', 'ndc11', 'ndc12'] as const).map((column) => ({ column, digits: given }))
  }
  const segments = given.split('-')
  const sizes = [6, 4, 2]
  const isTooLong = segments.length > 3 || segments.some((segment, at) => segment.length > (sizes[at] ?? 0))
  if (isTooLong || (segments[0]?.length ?? 0) < 4) return []
  const whole = segments.slice(0, -1).map((segment, at) => segment.padStart(sizes[at] ?? 0, '0'))
  const last = segments.at(-1) ?? ''
  const size = sizes[segments.length - 1] ?? 0
  // The user may have typed only the beginning of the last segment. Or the segment is complete but in the FDA's 10-digit form, where a segment may be
  // one digit shorter, so it needs a leading zero. Both readings are searched.
  const ends = last !== '' && last.length < size ? [last, `0${last}`] : [last]
  return ends.map((end) => ({ column: 'ndc12', digits: whole.join('') + end }))
}
