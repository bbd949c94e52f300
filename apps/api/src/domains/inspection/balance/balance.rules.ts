import { ndcForms, ndcFromGtin } from '@seriatim/gs1'
import type { BalanceLine } from '@seriatim/schema'

export interface Named {
  gtin: string | null
  /** The NDC as a document or a person wrote it. */
  ndc: string | null
}

/**
 * Returns the ten-digit NDC from a GTIN if only the FDA's directory can convert it to eleven digits. Undefined if the NDC in the data already
 * determines the eleven digits, or if the GTIN contains no NDC.
 */
export function unreadNdc10({ gtin, ndc }: Named): string | undefined {
  if (ndc !== null && ndcForms(ndc)?.ndc11.length === 1) return undefined
  return (gtin && ndcFromGtin(gtin)) ?? undefined
}

/**
 * The NDC in the one spelling that the balance uses for all sources: eleven digits if they are certain, otherwise ten, otherwise the text as written;
 * empty if neither GTIN nor text contains an NDC. @param directory maps ten digits to eleven.
 */
export function balanceNdc({ gtin, ndc }: Named, directory: ReadonlyMap<string, string>): string {
  const [written, ...others] = ndc === null ? [] : (ndcForms(ndc)?.ndc11 ?? [])
  if (written !== undefined && others.length === 0) return written
  const ten = (gtin && ndcFromGtin(gtin)) ?? (ndc && ndcForms(ndc)?.ndc10[0]) ?? undefined
  return (ten && (directory.get(ten) ?? ten)) || ndc?.trim() || ''
}

/** Returns the eleven-digit NDCs that an NDC from any source may stand for: one or several, or none if the text is not an NDC. */
export const toNdc11 = (ndc: string): readonly string[] => ndcForms(ndc)?.ndc11 ?? []

type Column = 'bought' | 'received' | 'typedIn' | 'sold' | 'returned' | 'destroyed' | 'otherwise' | 'recalled'

export interface Addition extends Named {
  column: Column
  locationId: number
  locationName: string
  productName: string | null
  amount: number
}

/** Adds up the packages of all sources by column, location and NDC. The lines are sorted by NDC, then by location name. */
export function addUp(additions: readonly Addition[], directory: ReadonlyMap<string, string>): BalanceLine[] {
  const lines = new Map<string, BalanceLine>()
  for (const { column, locationId, locationName, productName, amount, ...named } of additions) {
    const ndc = balanceNdc(named, directory)
    const key = `${locationId} ${ndc}`
    const line = lines.get(key) ?? { locationId, locationName, ndc, productName, ...NOTHING }
    lines.set(key, { ...line, productName: line.productName ?? productName, [column]: line[column] + amount })
  }
  return [...lines.values()].toSorted(
    (one, other) => one.ndc.localeCompare(other.ndc) || one.locationName.localeCompare(other.locationName),
  )
}

const NOTHING = { bought: 0, received: 0, typedIn: 0, sold: 0, returned: 0, destroyed: 0, otherwise: 0, recalled: 0 }

/** The column of the balance to which packages that left with a shipment are added, by the shipment's purpose. */
export function departureColumn(purpose: string): 'sold' | 'returned' | 'destroyed' | 'otherwise' {
  if (purpose === 'return' || purpose === 'nonsaleable' || purpose === 'loanReturn') return 'returned'
  if (purpose === 'destruction') return 'destroyed'
  return purpose === 'own' ? 'otherwise' : 'sold'
}

/** The column of the balance to which a kind of disposal is added. */
export const disposalColumn = (how: string): 'returned' | 'destroyed' | 'otherwise' =>
  how === 'returned' || how === 'destroyed' ? how : 'otherwise'
