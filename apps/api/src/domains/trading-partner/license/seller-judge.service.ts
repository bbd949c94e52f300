import { type Authorization, LICENSE_KINDS } from '@seriatim/schema'
import { toDay } from '../../../core/day.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { printDay } from '../../../print/dates.ts'
import { readStates } from '../../location/location.service.ts'
import { listSellers, selectLocationStates } from '../trading-partner.queries.ts'
import { authorizationOn, chooseSeller, coversDay } from './authorization.rules.ts'
import { listLicenseRows } from './license.queries.ts'

/** A purchase, with seller, location and day. */
export interface Purchase {
  senderGln: string | null
  locationId: number
  /** `YYYY-MM-DD` */
  day: string
}

export interface JudgedSeller {
  partnerId: number
  name: string
  authorization: Authorization
  /** The seller's licenses that covered the day of the purchase, in words; empty if there were none. */
  licenses: string
}

/**
 * Finds the seller of a purchase and judges whether the seller was authorized on the day of the purchase; undefined if no partner has the seller's
 * GLN.
 */
export type SellerJudge = (purchase: Purchase) => JudgedSeller | undefined

/** Reads partners and licenses once, to judge any number of purchases. A partner that was merged into another is judged by the other's data. */
export async function readSellerJudge(tx: CustomerTx, timeZone: string): Promise<SellerJudge> {
  const sellers = await listSellers(tx)
  const byGln = Map.groupBy(sellers, ({ gln }) => gln)
  const rows = await listLicenseRows(tx, [...new Set(sellers.map(({ id }) => id))])
  const licenses = Map.groupBy(rows, ({ tradingPartnerId }) => tradingPartnerId)
  const { rows: places } = await selectLocationStates('all', { withClosed: true }).execute(tx)
  const stateOf = new Map(places.map(({ locationId, stateId }) => [locationId, stateId]))
  const names = new Map((await readStates(tx)).map(({ id, name }) => [id, name]))
  return ({ senderGln, locationId, day }) => {
    const known = (senderGln === null ? undefined : byGln.get(senderGln))?.filter(
      (one) => one.locationId === null || one.locationId === locationId,
    )
    const answers = (known ?? []).map((seller) => {
      const own = licenses.get(seller.id) ?? []
      const deactivatedOn = seller.deactivatedAt && toDay(seller.deactivatedAt, timeZone)
      const authorization = authorizationOn(own, {
        day,
        stateId: stateOf.get(locationId) ?? null,
        business: seller.business,
        deactivatedOn,
      })
      const covering = own.filter((one) => coversDay(one, day))
      return {
        partnerId: seller.id,
        name: seller.name,
        authorization,
        licenses: covering.map((one) => licenseWords(one, names)).join('; '),
      }
    })
    return chooseSeller(answers)
  }
}

type LicenseRow = Awaited<ReturnType<typeof listLicenseRows>>[number]

function licenseWords({ kind, number, stateId, validFrom, validTo }: LicenseRow, states: ReadonlyMap<number, string>): string {
  const span = validTo === null ? `from ${printDay(validFrom)}` : `${printDay(validFrom)} to ${printDay(validTo)}`
  return `${LICENSE_KINDS[kind]} ${number}, ${stateId === null ? 'federal' : (states.get(stateId) ?? '')}, ${span}`
}
