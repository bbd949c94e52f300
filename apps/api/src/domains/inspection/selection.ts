import type { Scope } from '../../db/types.ts'

/** The goods that a pack is limited to: products, lots, or both. At least one of the fields is not null. */
export interface Goods {
  products: Products | null
  /** Uppercase, because people type lot numbers in either case. */
  lots: string[] | null
}

export interface Products {
  ids: number[]
  /** The ten digits of each NDC, as a GTIN contains them. */
  ndc10: string[]
  /** The digits of each NDC in every form that data may contain: as typed, with ten digits, and with eleven. */
  digits: string[]
}

/** What a pack covers, with the customer's choices resolved. Its transactions see only the chosen locations: row security hides the others' rows. */
export interface Selection {
  from: Date
  /** Exclusive. */
  to: Date
  fromDay: string
  toDay: string
  timeZone: string
  locationIds: number[]
  locationNames: string[]
  /** Whether the pack covers all locations of the customer, including closed ones. */
  isWhole: boolean
  partnerIds: number[]
  /** GLNs of the chosen partners; null for all. */
  glns: string[] | null
  goods: Goods | null
  /** Ids of single packages for which the pack also answers the inspector's questions (part `units`); empty if none were picked. */
  medIds: number[]
}

/** The database scope for reading a pack: only the chosen locations. */
export const selectionScope = ({ customerId, userId }: Pick<Scope, 'customerId' | 'userId'>, { isWhole, locationIds }: Selection): Scope =>
  isWhole ? { customerId, userId, scope: 'all', locationIds } : { customerId, userId, scope: 'some', locationIds }
