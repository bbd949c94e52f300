import { audit } from '../call/audit.ts'
import type { Deps } from '../call/deps.ts'
import { enterCustomer } from '../db/customer-tx.ts'
import { withSystem } from '../db/system-tx.ts'
import { isSignInTaken } from '../domains/auth/person/login.service.ts'
import { inviteCustomerAdmin } from '../domains/user/invite/invitation-link.service.ts'
import { makeCustomer } from '../seed/new-customer.ts'

type Parts = Pick<Deps, 'config' | 'secrets' | 'system'>

/** `now`: the time of the call. `origin`: base URL for links in the invitation email if the configuration sets none. */
interface Moment {
  now: Date
  origin: string
}

export interface FirstPeople {
  name: string
  emailAddress: string
  firstName: string
  lastName: string
  locationName: string
  timeZone: string
}

/**
 * Creates a customer with its admin and first location, and emails the admin an invitation. In production, customers are created only in this way
 * (decision 42). @returns the customer's number; undefined if the address already has a sign-in.
 */
export function createCustomer(parts: Parts, { now, origin }: Moment, customer: FirstPeople): Promise<number | undefined> {
  const { name, emailAddress, firstName, lastName, locationName, timeZone } = customer
  return withSystem(parts.system, async (logins) => {
    if (await isSignInTaken(logins, emailAddress)) return undefined
    const { customerId, tx } = await makeCustomer(logins, {
      name,
      admin: { emailAddress, firstName, lastName, invitedAt: now, locations: { [locationName]: 'admin' } },
      locations: [{ name: locationName, timeZone, address: { line: '', city: '', stateCode: '', zip: '' }, glns: [] }],
    })
    const detail = { name, emailAddress }
    await audit(tx, { now, userId: null }, { action: 'customer.new', subject: 'customer', subjectId: customerId, detail })
    await inviteCustomerAdmin({ ...parts, tx }, { customerId, now, origin: parts.config.publicUrl ?? origin })
    return customerId
  })
}

/** Emails a new link to an admin who has not joined yet. @returns the address; undefined if the customer has no admin who is still to join. */
export function inviteAgain(parts: Parts, { now, origin }: Moment, customerId: number): Promise<string | undefined> {
  return withSystem(parts.system, async (logins) => {
    const tx = await enterCustomer(logins, { customerId, userId: null, scope: 'all', locationIds: [] })
    const emailAddress = await inviteCustomerAdmin({ ...parts, tx }, { customerId, now, origin: parts.config.publicUrl ?? origin })
    if (emailAddress === undefined) return undefined
    await audit(
      tx,
      { now, userId: null },
      { action: 'user.inviteAgain', subject: 'customer', subjectId: customerId, detail: { emailAddress } },
    )
    return emailAddress
  })
}
