import type { License, StateAuthorization } from '@seriatim/schema'
import { readKept } from '../../../db/one-query.ts'
import type { CustomerTx } from '../../../db/types.ts'
import { makeAuthorizations } from '../partner-read.service.ts'
import { selectLocationStates, selectPartnersOfGln } from '../trading-partner.queries.ts'
import { selectLicensesOf } from './license.queries.ts'

type SellersLicense = Pick<License, 'kind' | 'number' | 'validFrom' | 'validTo' | 'checkedOn' | 'checkedWhere'>

export interface SellerOnDay {
  partner: { id: number; name: string }
  authorization: StateAuthorization
  /** The license that covered the day; null if none did. */
  license: SellersLicense | null
}

interface Asked {
  gln: string | null
  locationId: number
  /** `YYYY-MM-DD` */
  day: string
  timeZone: string
}

/** Whether the trading partner with a GLN could sell to a location on a day, and by which license. Undefined if it is not a trading partner. */
export async function readSellerOnDay(tx: CustomerTx, { gln, locationId, day, timeZone }: Asked): Promise<SellerOnDay | undefined> {
  if (gln === null) return undefined
  const { sellers, licenses, places } = await readKept(tx, {
    sellers: selectPartnersOfGln(gln, locationId),
    licenses: selectLicensesOf(tx, gln),
    places: selectLocationStates([locationId], { withClosed: true }),
  })
  const answers = sellers.flatMap(({ deactivatedAt, ...partner }) => {
    const own = licenses.filter(({ tradingPartnerId }) => tradingPartnerId === partner.id)
    const seller = { ...partner, deactivatedAt: deactivatedAt === null ? null : new Date(deactivatedAt) }
    const [authorization] = makeAuthorizations(seller, own, { places, day, timeZone })
    if (!authorization) return []
    const stateId = authorization.state?.id ?? null
    const covering = own.filter(({ validFrom, validTo }) => validFrom <= day && (validTo === null || day <= validTo))
    const license = covering.find((one) => one.stateId === stateId) ?? covering[0] ?? null
    return [{ partner: { id: partner.id, name: partner.name }, authorization, license }]
  })
  // Among several entries with the GLN, one that was not authorized counts, as at receiving.
  return answers.find(({ authorization: { status } }) => status === 'deactivated' || status === 'notAuthorized') ?? answers[0]
}
