interface ShippedTransaction<P> {
  /** ISO 8601 with zone; null if the event has none. */
  shippedAt: string | null
  seller: P | null
  buyer: P | null
  references: string[]
}

export interface MergedShipment<P> {
  /** First and last calendar day of shipping, each in the time zone of the event that states it; null if no event states a day. */
  first: string | null
  last: string | null
  references: string[]
  seller: P | null
  buyer: P | null
}

/** Merges shipments between the same two parties, because a sender often writes an event for every pallet. */
export function mergeShipments<P extends { id: string }>(transactions: readonly ShippedTransaction<P>[]): MergedShipment<P>[] {
  const merged = new Map<string, MergedShipment<P>>()
  for (const { shippedAt, seller, buyer, references } of transactions) {
    const key = `${seller?.id} ${buyer?.id}`
    const known = merged.get(key) ?? { first: null, last: null, references: [], seller, buyer }
    const day = shippedAt?.slice(0, 10) ?? null
    merged.set(key, {
      ...known,
      first: day !== null && (known.first === null || day < known.first) ? day : known.first,
      last: day !== null && (known.last === null || day > known.last) ? day : known.last,
      references: [...new Set([...known.references, ...references])],
    })
  }
  return [...merged.values()]
}

/** Groups serial numbers of otherwise equal lines; groups and serial numbers stay in their order. */
export function groupSerials<Line extends { serialNumber: string }>(
  lines: readonly Line[],
): (Omit<Line, 'serialNumber'> & { serialNumbers: string[] })[] {
  const groups = new Map<string, Omit<Line, 'serialNumber'> & { serialNumbers: string[] }>()
  for (const { serialNumber, ...line } of lines) {
    const key = JSON.stringify(line)
    const known = groups.get(key)
    if (known) known.serialNumbers.push(serialNumber)
    else groups.set(key, { ...line, serialNumbers: [serialNumber] })
  }
  return [...groups.values()]
}
