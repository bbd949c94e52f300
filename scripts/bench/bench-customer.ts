import { collectPermissions, type Session } from '../../apps/api/src/call/access/access.ts'
import { openDb } from '../../apps/api/src/db/pool.ts'
import { withSystem } from '../../apps/api/src/db/system-tx.ts'
import { makeCustomer } from '../../apps/api/src/seed/new-customer.ts'

export interface BenchCustomer {
  customerId: number
  adminId: number
  locationId: number
  /** Of the customer's admin, who may do everything everywhere. */
  session: Session
}

/** A customer with one location and nothing in it, made through the pool of `seriatim_system`. */
export async function makeBenchCustomer(systemPool: Parameters<typeof openDb>[0]): Promise<BenchCustomer> {
  const emailAddress = 'bench@example.com'
  const person = { emailAddress, firstName: 'B', lastName: 'B' }
  const { customerId, adminId, locationIds } = await withSystem({ system: openDb(systemPool) }, (tx) =>
    makeCustomer(tx, {
      name: 'Bench Pharmacy',
      admin: { ...person, locations: { Main: 'admin' } },
      locations: [
        {
          name: 'Main',
          address: { line: '', city: '', stateCode: 'NY', zip: '' },
          glns: [{ gln: '0399993456780', disposition: 'BOTH', isVerified: true }],
        },
      ],
    }),
  )
  const session: Session = {
    ...person,
    customerId,
    userId: adminId,
    scope: 'all',
    locationIds: [],
    sessionId: 1,
    loginId: 1,
    isCustomerAdmin: true,
    permissions: collectPermissions({ isCustomerAdmin: true, locations: [] }),
    timeZone: 'America/New_York',
    now: new Date(),
  }
  return { customerId, adminId, locationId: locationIds.get('Main') ?? 0, session }
}
