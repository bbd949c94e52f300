import { expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'

const t = useTestDb({ poolSize: 1 })
const c = useCustomer(t)

test('a search by a user who can see one location uses one connection at a time, so that concurrent searches cannot block each other', async () => {
  await t.query('delete from user_location where user_id = $1 and location_id = $2', [c.lead.userId, c.branch.id])
  const { tracing } = t.as(c.lead)
  const { id } = await tracing.createOne({
    asker: 'state',
    organization: 'NY Board of Pharmacy',
    basis: 'recall',
    channel: 'phone',
    receivedAt: t.clock.now().toISOString(),
    locationId: c.main.id,
    identityHow: null,
    items: [{ serialNumber: 'A' }],
  })
  const requestId = id ?? 0
  expect((await tracing.readOneFound({ requestId })).lines).toMatchObject([{ result: 'outside' }])
  await tracing.updateOneSearch({ requestId })
})
