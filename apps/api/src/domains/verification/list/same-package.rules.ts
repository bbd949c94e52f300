import type { VerificationProduct } from '@seriatim/schema'

interface Entry {
  /** Position of the entry, from 1: its line in a text, or its index in a list. */
  line: number
  item: VerificationProduct
}

interface JoinedEntries {
  /** The packages of the list without duplicates, in the order of the list. Each has the combined data of all its entries. */
  items: VerificationProduct[]
  /** Entries that contradict an earlier entry about the same package; they are left out of `items`. */
  contradictions: { line: number; earlier: number; serialNumber: string }[]
}

/** Joins those entries of a list that are about the same package, so that each package is asked about only once. */
export function joinEntries(entries: readonly Entry[]): JoinedEntries {
  const joined = new Map<string, Entry>()
  const contradictions: JoinedEntries['contradictions'] = []
  for (const entry of entries) {
    const { gtin, serialNumber } = entry.item
    const key = `${gtin} ${serialNumber}`
    const earlier = joined.get(key)
    const item = earlier ? joinItems(earlier.item, entry.item) : entry.item
    if (item) joined.set(key, { line: earlier?.line ?? entry.line, item })
    else if (earlier) contradictions.push({ line: entry.line, earlier: earlier.line, serialNumber })
  }
  return { items: [...joined.values()].map(({ item }) => item), contradictions }
}

/**
 * Joins two entries about one package; undefined if they contradict each other. If one lacks the lot, the expiry or the expiry's day, the result
 * takes it from the other.
 */
function joinItems(one: VerificationProduct, other: VerificationProduct): VerificationProduct | undefined {
  const [lot, otherLot] = [one.lotNumber ?? other.lotNumber, other.lotNumber ?? one.lotNumber]
  const [expiry, otherExpiry] = [one.expirationDate ?? '', other.expirationDate ?? '']
  if (lot !== otherLot || !(expiry.startsWith(otherExpiry) || otherExpiry.startsWith(expiry))) return undefined
  return { ...one, lotNumber: lot, expirationDate: (expiry.length > otherExpiry.length ? expiry : otherExpiry) || null }
}
