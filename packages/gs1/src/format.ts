/** Kinds of codes whose characters screens and documents show in groups. */
export type CodeKind = 'serial' | 'gtin' | 'gln' | 'sscc' | 'lot'

const sizes: Record<CodeKind, readonly number[]> = {
  gtin: [1, 2, 5, 5, 1],
  gln: [4, 4, 4, 1],
  sscc: [3],
  serial: [4],
  lot: [4],
}

/**
 * Splits a code into readable groups: GTIN 1-2-5-5-1, GLN 4-4-4-1, SSCC by threes, serials and lots by fours.
 *
 * @returns groups that join to the value; one group if a GTIN, GLN or SSCC has the wrong length; none for an empty value.
 */
export function groupCode(kind: CodeKind, value: string): string[] {
  if (value === '') return []
  const fullLength = { gtin: 14, gln: 13, sscc: 18, serial: value.length, lot: value.length }[kind]
  if (value.length !== fullLength) return [value]
  const groups: string[] = []
  const pattern = sizes[kind]
  for (let at = 0; at < value.length; ) {
    const size = pattern[groups.length % pattern.length] ?? value.length
    groups.push(value.slice(at, at + size))
    at += size
  }
  return groups
}
