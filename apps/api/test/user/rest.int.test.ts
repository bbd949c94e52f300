import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { mark, newCustomer } from '../make.ts'
import { makeRestClient } from '../rest/client.ts'

const t = useTestDb()
let app: FastifyInstance
const c = useCustomer(t)
let admin: ReturnType<typeof makeRestClient>
beforeAll(async () => {
  app = await t.app()
})
beforeEach(async () => {
  admin = makeRestClient(app, await t.signIn(c.admin))
})

describe('people over REST', () => {
  test('[REST-079 REST-080 REST-081 REST-073] can be invited, listed, read and counted', async () => {
    const before = (await admin.get(`/customer/read/activeusercount/by/customerid?customerId=${c.customerId}`)).json
    const person = {
      emailAddress: `rest.${mark()}@mail.tst`,
      firstName: 'Rest',
      lastName: 'Caller',
      jobTitle: 'Buyer',
      customerId: c.customerId,
    }
    const made = await admin.post('/user/create/one', person)
    expect([made.status, made.json.title, made.json.customerId]).toEqual([200, 'Buyer', c.customerId])
    const all = (await admin.get(`/user/read/all/by/customerid?customerId=${c.customerId}`)).json
    expect(all.map((one: { id: number }) => one.id)).toContain(made.json.id)
    const one = (await admin.get(`/user/read/other/by/id?userId=${made.json.id}`)).json
    expect(one).toMatchObject({ firstName: 'Rest', userContacts: [{ type: 'EMAIL', contactInfo: person.emailAddress }] })
    const after = (await admin.get('/customer/read/activeusercount/by/customerid')).json
    expect(after).toEqual({ count: before.count + 1 })
  })

  test('[REST-072] always belong to the customer of the session’s user, whatever customer the call names', async () => {
    const other = await newCustomer(t)
    const staff = makeRestClient(app, await t.signIn(c.staff))
    const answer = await staff.get(`/customer/read/one/by/userId?userId=${other.admin.userId}&customerId=${other.customerId}`)
    expect(answer.json).toEqual({ id: c.customerId, name: c.name, adminId: c.admin.userId })
  })

  test('[REST-082] are deactivated by toggleisactive, and reactivated when it is called again', async () => {
    const toggle = async () => (await admin.put('/user/update/toggleisactive', { userId: c.staff.userId })).json.isActive
    expect([await toggle(), await toggle()]).toEqual([false, true])
  })

  test('[REST-083 REST-084 REST-085 REST-086] can be given access to a location; the access is listed by location, its isAdmin flag toggled, and the access deleted', async () => {
    const at = { userId: c.staff.userId, customerLocationId: c.branch.id }
    expect((await admin.post('/usercustomerlocation/create/one', { ...at, isAdmin: true })).json).toMatchObject({ ...at, isAdmin: true })
    const entries = async () =>
      (await admin.get(`/usercustomerlocation/read/all/by/customerlocationid?customerLocationId=${c.branch.id}`)).json
    const entry = async () => (await entries()).find((one: { userId: number }) => one.userId === c.staff.userId)
    expect(await entry()).toMatchObject({ ...at, isAdmin: true, customerLocation: { name: 'Branch' }, user: { firstName: 'Staff' } })
    expect((await admin.put('/usercustomerlocation/update/one/toggleadmin', at)).json.isAdmin).toBe(false)
    const url = `/api/v1/usercustomerlocation/delete/one?userId=${at.userId}&customerLocationId=${at.customerLocationId}`
    const gone = await app.inject({ method: 'DELETE', url, headers: { authorization: `Bearer ${await t.signIn(c.admin)}` } })
    expect([gone.statusCode, await entry()]).toEqual([200, undefined])
  })

  test('[ROLE-021] cannot be changed against the rules: the call is refused with 403 and a message', async () => {
    const staff = makeRestClient(app, await t.signIn(c.staff))
    const at = { userId: c.colleague.userId, customerLocationId: c.main.id, isAdmin: true, customerId: c.customerId }
    const refused = [
      await staff.post('/user/create/one', { emailAddress: 'x@mail.tst', firstName: 'X', lastName: 'Y', isAdmin: true }),
      await staff.put('/user/update/toggleisactive', { userId: c.colleague.userId }),
      await staff.post('/usercustomerlocation/create/one', at),
      await staff.put('/usercustomerlocation/update/one/toggleadmin', { ...at, userId: c.staff.userId }),
      await staff.get('/user/read/all/by/customerid'),
    ]
    for (const { status, json } of refused)
      expect([status, json]).toEqual([403, { type: 'ERROR', payload: { msg: 'You do not have the right to do this.', class: 'error' } }])
  })
})
