/** The intersection of the members of a union. */
export type Merged<Each> = (Each extends unknown ? (each: Each) => void : never) extends (each: infer All) => void ? All : never

/**
 * Merges records that must not share a key.
 *
 * @throws Error when two records have the same key; `what` names the kind of key.
 */
export function mergeRecords<Each extends object>(what: string, records: readonly Each[]): Merged<Each> {
  const all: Record<string, unknown> = {}
  for (const record of records) {
    for (const [key, value] of Object.entries(record)) {
      if (key in all) throw new Error(`Two domains name ${key} among their ${what}.`)
      all[key] = value
    }
  }
  return all as Merged<Each> // the loop above copied every key of every record
}
