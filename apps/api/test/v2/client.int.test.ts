import { type Client, createClient, ProblemError } from '@seriatim/client'
import type { AccessScope } from '@seriatim/schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, PASSWORD } from '../make.ts'
import { listen } from './v2-client.ts'

/** The tests in this file call the running server with the published client. */
const t = useTestDb()
const c = useCustomer(t)

let baseUrl = ''
beforeEach(async () => {
  baseUrl = await listen(await t.app())
})
async function connect(scopes: AccessScope[]): Promise<Client> {
  const { accessToken } = await t.as(c.admin).auth.createOneAccessToken({ name: 'Program', password: PASSWORD, days: 30, scopes })
  return createClient({ baseUrl, token: accessToken })
}

describe('a program with the typed client', () => {
  test('delivers a file with a delivery token and learns which order it became', async () => {
    const { token } = await t.as(c.lead).intake.createOneDoor({ name: 'Northway', locationId: c.main.id, tradingPartnerId: null })
    const client = createClient({ baseUrl, token })
    const { id } = await client.deliver(documentFor(c), { filename: 'night.xml', contentType: 'application/xml' })
    expect((await client.call('GET /intake/{deliveryId}', { path: { deliveryId: id } })).status).toBe('processing')
    await t.runJobs()
    expect(await client.waitForDelivery(id)).toMatchObject({ status: 'imported' })
  })

  test('lists all orders page by page, and checks a package before it is dispensed', async () => {
    for (let count = 0; count < 3; count += 1) await addOrder(c)
    const client = await connect(['orders:read', 'dispense-checks:write'])
    const ids: number[] = []
    for await (const { documentId } of client.list('GET /orders', { query: { limit: 1 } })) ids.push(documentId)
    expect(ids).toHaveLength(3)
    expect(await client.call('POST /dispense-checks', { body: { gtin: '00301162001165', serialNumber: 'NOBODY' } })).toMatchObject({
      allowed: true,
      reasons: [{ code: 'unknown' }],
    })
  })

  test('records a tracing request, and does not record a repeated one twice', async () => {
    const client = await connect(['tracing-requests:write'])
    const body = {
      ...({ asker: 'fda', organization: 'FDA', basis: 'recall', channel: 'program', receivedAt: t.clock.now().toISOString() } as const),
      items: [{ lotNumber: 'L1', ndc: '8801-0500-60' }],
    }
    const { id } = await client.call('POST /tracing-requests', { body })
    expect(id).toEqual(expect.any(Number))
    expect(await client.call('POST /tracing-requests', { body })).toMatchObject({ id: null, same: { id } })
  })

  test('gets a problem response that names the missing scope', async () => {
    const client = await connect(['orders:read'])
    const error = await client.call('GET /locations').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ProblemError)
    expect(error).toMatchObject({ problem: { status: 403, detail: expect.stringContaining('locations:read') } })
  })
})
