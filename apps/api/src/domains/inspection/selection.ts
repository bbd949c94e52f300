import type { Scope } from '../../db/types.ts'

/** The goods that a pack is narrowed to. */
export interface Goods {
  productIds: number[]
  /** Ten digits each, as in a GTIN. */
  ndc10: string[]
  /** All spellings without hyphens. */
  digits: string[]
}

/** What a pack is about, resolved once. Rows of other locations are hidden by its transactions' scope. */
export interface Selection {
  from: Date
  /** Exclusive. */
  to: Date
  fromDay: string
  toDay: string
  timeZone: string
  locationIds: number[]
  locationNames: string[]
  /** All locations of the customer, closed ones included. */
  isWhole: boolean
  partnerIds: number[]
  /** GLNs of the chosen partners; null: all. */
  glns: string[] | null
  goods: Goods | null
  /** Packages picked from the shelf. */
  medIds: number[]
}

/** The scope in which a pack reads: the chosen locations and nothing else. */
export const selectionScope = ({ customerId, userId }: Pick<Scope, 'customerId' | 'userId'>, { isWhole, locationIds }: Selection): Scope =>
  isWhole ? { customerId, userId, scope: 'all', locationIds } : { customerId, userId, scope: 'some', locationIds }
