import { type Permission, type Reach, RIGHTS, type RightLine } from '@seriatim/schema'
import { type AccessFacts, collectPermissions, type Places } from '../../../call/access/access.ts'
import type { Catalog } from '../../../core/domain-facts.ts'

const ADMINISTERED = 1
const OWN = 2

/**
 * A sample person for each role, from which the role's rights are computed. The location admin administers one location and is a plain user at the
 * other, so that the rights at these two kinds of locations can be told apart.
 */
const ROLES = {
  user: { isCustomerAdmin: false, locations: [{ locationId: OWN, isAdmin: false }] },
  locationAdmin: {
    isCustomerAdmin: false,
    locations: [
      { locationId: ADMINISTERED, isAdmin: true },
      { locationId: OWN, isAdmin: false },
    ],
  },
  customerAdmin: { isCustomerAdmin: true, locations: [] },
} as const satisfies Record<string, AccessFacts>

/** The rights of each role, computed from the same table that authorizes every call. */
export function readRights({ rights }: Pick<Catalog, 'rights'>): RightLine[] {
  const of = {
    user: collectPermissions(ROLES.user),
    locationAdmin: collectPermissions(ROLES.locationAdmin),
    customerAdmin: collectPermissions(ROLES.customerAdmin),
  }
  const names = Object.keys(RIGHTS) as Permission[] // Object.keys() returns string[], but each key of RIGHTS is a Permission
  return names.map((right) => {
    return {
      right,
      ...rights[right],
      user: makeReach(of.user.get(right)),
      locationAdmin: makeReach(of.locationAdmin.get(right)),
      customerAdmin: makeReach(of.customerAdmin.get(right)),
    }
  })
}

function makeReach(places: Places | undefined): Reach {
  if (!places?.length) return 'nowhere'
  if (places === 'all') return 'everywhere'
  return places.includes(OWN) ? 'own' : 'administered'
}
