/** Digits with which a stored form of a package code begins. */
export interface NdcPrefix {
  column: 'ndcDigits' | 'ndc11' | 'ndc12'
  digits: string
}

/** From so many characters on a code is looked up (P1 §5). */
export const LOOKUP_LENGTH = 5

/**
 * What the beginning of an NDC in any layout asks for: bare digits may begin the ten of the FDA, the eleven of claims or the twelve of
 * 2033; hyphens show the segments, so the twelve are asked for.
 *
 * @returns nothing for fewer than five characters, and for what is no NDC.
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
  // The last segment is unfinished, perhaps, and may be one that the FDA writes a digit shorter.
  const ends = last !== '' && last.length < size ? [last, `0${last}`] : [last]
  return ends.map((end) => ({ column: 'ndc12', digits: whole.join('') + end }))
}
