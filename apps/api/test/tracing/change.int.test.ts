import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { makeTracingKit } from './kit.ts'

const t = useTestDb()
const c = useCustomer(t)
let kit: ReturnType<typeof makeTracingKit>
beforeEach(() => {
  kit = makeTracingKit(t, c)
})

/** Saves a request's form with these fields changed. Returns the changed request. */
async function correct(requestId: number, changes: object, user = c.lead) {
  await kit.calls(user).updateOne({ ...(await kit.calls(user).readOne({ requestId })), requestId, ...changes })
  return kit.calls(user === c.lead ? c.admin : user).readOne({ requestId })
}

const hoursBack = (hours: number) => new Date(t.clock.now().getTime() - hours * 3_600_000).toISOString()
const changesOf = (requestId: number) =>
  t.query<{ detail: object }>(`select detail from audit where action = 'tracing.change' and subject_id = $1 order by id`, [requestId])

describe('a correction of a tracing request', () => {
  test('can change every field, and the history and the audit trail keep the earlier values', async () => {
    const requestId = await kit.record([{ serialNumber: 'A1' }], { note: 'Call first.' })
    const request = await correct(requestId, {
      ...{ role: 'Inspector', wish: 'allOwners', incidentNumber: '2026-0417', statedDue: '2026-12-24', note: null, channel: 'letter' },
    })
    expect(request).toMatchObject({
      ...{ role: 'Inspector', wish: 'allOwners', incidentNumber: '2026-0417', statedDue: '2026-12-24', note: null, channel: 'letter' },
      isIdentityChecked: true,
    })
    expect(request.entries[0]).toMatchObject({
      words: 'corrected the request',
      text: [
        'Role: none → Inspector',
        'Requested information: Transaction information and statement → All owners on file',
        'FDA incident number: none → 2026-0417',
        'Answer requested by: none → 12/24/2026',
        'Note: Call first. → none',
        'Received via: Phone → Letter or fax',
      ].join('\n'),
    })
    const [entry] = await changesOf(requestId)
    expect(entry?.detail).toMatchObject({ before: { role: null, note: 'Call first.' }, after: { role: 'Inspector', note: null } })
  })

  test('that changes the time of receipt moves both clocks, and is refused if the new time is later than the time of recording', async () => {
    const requestId = await kit.record([{ serialNumber: 'A1' }])
    const before = await kit.read(requestId)
    const receivedAt = hoursBack(30)
    const request = await correct(requestId, { receivedAt })
    expect(request).toMatchObject({ receivedAt, targetAt: hoursBack(6) })
    expect(new Date(request.legalDueAt ?? 0).getTime()).toBeLessThan(new Date(before.legalDueAt ?? 0).getTime())
    await expect(correct(requestId, { receivedAt: hoursBack(-1) })).rejects.toThrow('cannot be received after it was recorded')
  })

  test('that changes the location also changes the time zone of the deadlines, and requires permission at both locations', async () => {
    await t.query(`update location set time_zone = 'America/Los_Angeles' where id = $1`, [c.branch.id])
    const requestId = await kit.record([{ serialNumber: 'A1' }], { statedDue: '2026-12-24' })
    await expect(correct(requestId, { locationId: c.branch.id })).rejects.toThrow('does not exist, or you do not administer it')
    const request = await correct(requestId, { locationId: c.branch.id }, c.admin)
    expect(request).toMatchObject({ locationId: c.branch.id, timeZone: 'America/Los_Angeles', statedDueAt: '2026-12-25T08:00:00.000Z' })
    expect(request.counts).toBeNull()
    await t.runJobs()
    expect(await kit.calls(c.admin).readOne({ requestId })).toMatchObject({
      searchedItems: 1,
      entries: [{ text: 'Location: changed' }, {}],
    })
    await expect(kit.read(requestId)).rejects.toThrow('does not exist')
  })

  test('that changes nothing is not recorded', async () => {
    const requestId = await kit.record([{ serialNumber: 'A1' }])
    await correct(requestId, {})
    expect(await changesOf(requestId)).toEqual([])
    expect((await kit.read(requestId)).entries).toHaveLength(1)
  })

  test('is refused if the request is a drill', async () => {
    const requestId = await kit.record([{ serialNumber: 'A1' }])
    await t.query('update tracing_request set is_drill = true, number = 90 where id = $1', [requestId])
    await expect(correct(requestId, { role: 'Inspector' })).rejects.toThrow('A drill has no requester')
  })
})
