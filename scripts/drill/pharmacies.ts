import { type SampleParty, sampleReceiver } from '@seriatim/epcis'
import { checkDigit } from '@seriatim/gs1'
import { openDb, openPool } from '../../apps/api/src/db/pool.ts'
import { withSystem } from '../../apps/api/src/db/system-tx.ts'
import { makeCustomer } from '../../apps/api/src/seed/new-customer.ts'
import { insertSession, type Stage } from './stage.ts'

/** A customer with one location, and its admin's session. */
export interface Pharmacy {
  customerId: number
  locationId: number
  userId: number
  emailAddress: string
  token: string
  party: SampleParty
}

/** So many customers more; the first of them has the number `from`. */
export async function makePharmacies(stage: Stage, amount: number, from = 0): Promise<Pharmacy[]> {
  const pool = openPool(stage.database().ownerUrl, 'seriatim_system', 2)
  const pharmacies: Pharmacy[] = []
  try {
    for (let n = from; n < from + amount; n += 1) {
      const reference = String(n).padStart(6, '0')
      const gln = `039996${reference}${checkDigit(`039996${reference}`)}`
      const emailAddress = `pharmacy.${n}@mail.tst`
      const place = { ...sampleReceiver.location, gln, sgln: `urn:epc:id:sgln:039996.${reference}.0` }
      const { customerId, adminId, locationIds } = await withSystem({ system: openDb(pool) }, (tx) =>
        makeCustomer(tx, {
          name: `Pharmacy ${n}`,
          admin: { emailAddress, firstName: 'Dana', lastName: 'Many', locations: { Main: 'admin' } },
          locations: [
            {
              name: 'Main',
              address: { line: '1 Main Street', city: 'Louisville', stateCode: 'KY', zip: '40218' },
              glns: [{ gln, disposition: 'BOTH', isVerified: true }],
            },
          ],
        }),
      )
      const token = await insertSession(stage.look, emailAddress)
      const party = { owner: place, location: place }
      pharmacies.push({ customerId, locationId: locationIds.get('Main') ?? 0, userId: adminId, emailAddress, token, party })
    }
  } finally {
    await pool.end()
  }
  return pharmacies
}
