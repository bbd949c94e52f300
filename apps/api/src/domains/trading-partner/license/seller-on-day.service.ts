import type { License, StateAuthorization } from '@seriatim/schema'
import type { Together } from '../../../db/one-query.ts'
import { makeAuthorizations } from '../partner-read.service.ts'
import { chooseSeller, coversDay } from './authorization.rules.ts'
import type { selectSellers } from './seller-on-day.joins.ts'

type SellersLicense = Pick<License, 'kind' | 'number' | 'validFrom' | 'validTo' | 'checkedOn' | 'checkedWhere'>

export interface SellerOnDay {
  partner: { id: number; name: string }
  authorization: StateAuthorization
  /** The license that covered the day; null if none did. */
  license: SellersLicense | null
}

/** Whether the seller was authorized to sell on a day (`YYYY-MM-DD`), and by which license. Undefined if the seller is not a trading partner. */
export function findSellerOnDay(
  { sellers, licenses, places }: Together<ReturnType<typeof selectSellers>>,
  { day, timeZone }: { day: string; timeZone: string },
): SellerOnDay | undefined {
  const answers = sellers.flatMap(({ deactivatedAt, ...partner }) => {
    const own = licenses.filter(({ tradingPartnerId }) => tradingPartnerId === partner.id)
    const seller = { ...partner, deactivatedAt: deactivatedAt === null ? null : new Date(deactivatedAt) }
    const [authorization] = makeAuthorizations(seller, own, { places, day, timeZone })
    if (!authorization) return []
    const stateId = authorization.state?.id ?? null
    const covering = own.filter((one) => coversDay(one, day))
    const license = covering.find((one) => one.stateId === stateId) ?? covering[0] ?? null
    return [{ partner: { id: partner.id, name: partner.name }, authorization, license }]
  })
  return chooseSeller(answers)
}
