import { HOUR_MS } from '@seriatim/schema'
import type { Deps } from '../call/deps.ts'
import { withCustomer } from '../db/customer-tx.ts'
import { withSystem } from '../db/system-tx.ts'
import { readPersonSession } from '../domains/auth/person/person.service.ts'
import { createTracing } from '../domains/tracing/tracing.service.ts'
import { DEMO_SIGN_INS } from './demo.ts'

const NOBODY = {
  role: null,
  phone: null,
  incidentNumber: null,
  statedDue: null,
  note: null,
  origin: null,
  again: false,
  wish: 'information',
} as const
const item = (serialNumber: string) => ({
  serialNumber,
  gtin: null,
  ndc: null,
  lotNumber: null,
  expirationDate: null,
  from: null,
  to: null,
})

/** At the demo customer's first start, creates two tracing requests: one whose sender was verified, and one whose sender nobody has verified yet. */
export async function seedDemoTracing({ system, db, clock }: Pick<Deps, 'system' | 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const login = await withSystem(system, (tx) =>
    tx.selectFrom('login').select(['customerId', 'userId']).where('emailAddress', '=', DEMO_SIGN_INS[0]).executeTakeFirst(),
  )
  if (!login) return
  const { customerId, userId } = login
  await withCustomer(db, { customerId, userId, scope: 'all', locationIds: [] }, 'read write', async (tx) => {
    if (await tx.selectFrom('tracingRequest').select('id').limit(1).executeTakeFirst()) return
    const session = await readPersonSession(tx, { customerId, userId, timeZone: 'America/New_York', now })
    if (!session) return
    const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR_MS).toISOString()
    await createTracing(tx, session, {
      ...NOBODY,
      asker: 'partner',
      organization: 'Northway Wholesale',
      name: 'Marta Lind',
      emailAddress: 'marta.lind@northway.example',
      basis: 'suspect',
      channel: 'phone',
      reference: 'NW-5512',
      receivedAt: hoursAgo(20),
      locationId: null,
      identityHow: 'Our own contact, called back on the number on file',
      items: [item('DEMOTRACE0001')],
    })
    await createTracing(tx, session, {
      ...NOBODY,
      asker: 'state',
      organization: 'NY Board of Pharmacy',
      name: 'Grace Holloway',
      emailAddress: 'g.holloway@board.example',
      basis: 'recall',
      channel: 'email',
      reference: '26-1187',
      receivedAt: hoursAgo(2),
      locationId: null,
      identityHow: null,
      items: [item('DEMOTRACE0002'), item('DEMOTRACE0003')],
    })
  })
}
