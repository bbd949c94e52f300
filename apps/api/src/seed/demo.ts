import { type SystemDb, withSystem } from '../db/system-tx.ts'
import { hashPassword } from '../domains/auth/password/password.ts'
import { makeCustomer, makeUser, type NewUser } from './new-customer.ts'

export const DEMO_PASSWORD = 'Demo-Pass-1!'
export const DEMO_SIGN_INS = ['admin@park.demo', 'lead@park.demo', 'staff@park.demo', 'admin@harbor.demo'] as const

const PARK = '412 Park Avenue'
const LEXINGTON = '88 Lexington Avenue'

/** Creates the demo customers (decision 42), once, outside production. Park Avenue Pharmacy is the addressee of the official GS1 US example. */
export async function seedDemo(system: SystemDb): Promise<void> {
  const isThere = await withSystem(system, (tx) =>
    tx.selectFrom('login').select('id').where('emailAddress', '=', DEMO_SIGN_INS[0]).executeTakeFirst(),
  )
  if (isThere) return
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const person = (
    emailAddress: string,
    firstName: string,
    lastName: string,
    title: string,
    locations: NonNullable<NewUser['locations']>,
  ): NewUser => ({
    emailAddress,
    firstName,
    lastName,
    title,
    passwordHash,
    locations,
  })
  await withSystem(system, async (tx) => {
    const park = await makeCustomer(tx, {
      name: 'Park Avenue Pharmacy',
      admin: person('admin@park.demo', 'Dana', 'Ruiz', 'Pharmacist in charge', { [PARK]: 'admin', [LEXINGTON]: 'admin' }),
      locations: [
        {
          name: PARK,
          timeZone: 'America/New_York',
          address: { line: '412 Park Avenue', city: 'New York', stateCode: 'NY', zip: '10022' },
          glns: [
            { gln: '0399993456780', disposition: 'SHIP TO', isVerified: true },
            { gln: '0399999999991', disposition: 'BILL TO', isVerified: true },
          ],
        },
        {
          name: LEXINGTON,
          timeZone: 'America/New_York',
          address: { line: '88 Lexington Avenue', city: 'New York', stateCode: 'NY', zip: '10016' },
          glns: [{ gln: '0399993457107', disposition: 'BOTH', isVerified: false }],
        },
      ],
    })
    await makeUser(tx, park, person('lead@park.demo', 'Lee', 'Okafor', 'Lead technician', { [PARK]: 'admin', [LEXINGTON]: 'member' }))
    await makeUser(tx, park, person('staff@park.demo', 'Sam', 'Tran', 'Technician', { [PARK]: 'member' }))
  })
  await withSystem(system, async (tx) => {
    await makeCustomer(tx, {
      name: 'Harbor Pharmacy',
      admin: person('admin@harbor.demo', 'Alex', 'Moreau', 'Owner', { 'Harbor Street': 'admin' }),
      locations: [
        {
          name: 'Harbor Street',
          timeZone: 'America/New_York',
          address: { line: '9 Harbor Street', city: 'Boston', stateCode: 'MA', zip: '02110' },
          glns: [{ gln: '0377770000012', disposition: 'BOTH', isVerified: true }],
        },
      ],
    })
  })
}
