import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, documentFor, importText, newCustomer, newParty, register } from '../make.ts'
import { makeRestClient, type Rest } from '../rest/client.ts'
import { freeGln, uploadProof } from './gln.samples.ts'

const t = useTestDb()
let app: FastifyInstance
const customer = useCustomer(t)
let rest: Rest
beforeAll(async () => {
  app = await t.app()
})
beforeEach(async () => {
  rest = makeRestClient(app, await t.signIn(customer.lead))
})

const PATH = '/customerlocationgloballocationnumber'
const add = (globalLocationNumber: string, of = customer) =>
  t.as(of.lead).gln.createOne({ globalLocationNumber, customerLocationId: of.main.id, disposition: 'BOTH' })
const makeKey = (added: Awaited<ReturnType<typeof add>>) => ({
  customerLocationId: added.customerLocationId,
  globalLocationNumberId: added.globalLocationNumber.id,
})
const verify = async (added: Awaited<ReturnType<typeof add>>, of = customer) =>
  t.as(of.admin).gln.updateVerifyOne({
    ...makeKey(added),
    source: 'registry',
    note: 'GS1 registry',
    evidenceId: await uploadProof(t, of, added.customerLocationId),
  })

describe('GLNs over REST', () => {
  test('[REST-049 GLN-007 GLN-012] are trimmed when they are added, and start as Pending', async () => {
    const gln = freeGln()
    const made = await rest.post(`${PATH}/create/one`, {
      globalLocationNumber: ` ${gln} `,
      customerLocationId: customer.main.id,
      disposition: 'SHIP TO',
    })
    expect(made).toMatchObject({
      status: 200,
      json: {
        isVerified: false,
        disposition: 'SHIP TO',
        globalLocationNumber: { id: expect.any(Number), globalLocationNumber: gln, disposition: 'SHIP TO', isVerified: false },
      },
    })
  })

  test('[REST-050 GLN-011] are returned for the caller’s locations', async () => {
    const { json } = await rest.get(`${PATH}/read/many/by/userid`)
    expect(json).toMatchObject([
      {
        isVerified: true,
        disposition: 'BOTH',
        customerLocationName: 'Branch',
        globalLocationNumber: {
          id: expect.any(Number),
          globalLocationNumber: customer.branch.gln,
          disposition: 'BOTH',
          isVerified: true,
        },
      },
      {
        isVerified: true,
        disposition: 'BOTH',
        customerLocationName: 'Main',
        globalLocationNumber: { globalLocationNumber: customer.main.gln },
      },
    ])
    const theirs = makeRestClient(app, await t.signIn(customer.staff))
    expect((await theirs.get(`${PATH}/read/many/by/userid`)).json).toMatchObject([{ customerLocationName: 'Main', mayWrite: false }])
  })

  test('[REST-051 GLN-008] can be changed, and spaces around the new value are removed', async () => {
    const added = await add(freeGln())
    const gln = freeGln()
    const changed = await rest.put(`${PATH}/update/one`, { ...makeKey(added), newGlobalLocationNumber: ` ${gln} `, disposition: 'BILL TO' })
    expect(changed.json).toMatchObject({ disposition: 'BILL TO', globalLocationNumber: { globalLocationNumber: gln } })
    expect(
      (
        await rest.put(`${PATH}/update/one`, {
          ...makeKey(added),
          globalLocationNumberId: 4711,
          newGlobalLocationNumber: gln,
          disposition: 'BOTH',
        })
      ).status,
    ).toBe(404)
  })

  test('[REST-052] can be deleted', async () => {
    const { customerLocationId, globalLocationNumberId } = makeKey(await add(freeGln()))
    const path = `${PATH}/delete/one?customerLocationId=${customerLocationId}&globalLocationNumberId=${globalLocationNumberId}`
    expect((await rest.delete(path)).status).toBe(200)
    expect((await rest.delete(path)).status).toBe(404)
  })

  test('[GLN-010] have a disposition that is one of three values', async () => {
    const body = { customerLocationId: customer.main.id }
    for (const disposition of ['SHIP TO', 'BILL TO', 'BOTH'])
      expect((await rest.post(`${PATH}/create/one`, { ...body, globalLocationNumber: freeGln(), disposition })).status).toBe(200)
    expect((await rest.post(`${PATH}/create/one`, { ...body, globalLocationNumber: freeGln(), disposition: 'ELSEWHERE' })).status).toBe(400)
  })

  test('are refused with the reason if they are invalid or already on file', async () => {
    const body = { customerLocationId: customer.main.id, disposition: 'BOTH' }
    const said = async (globalLocationNumber: string) => {
      const { status, json } = await rest.post(`${PATH}/create/one`, { ...body, globalLocationNumber })
      return [status, json.payload.msg]
    }
    expect(await said('0399993456781')).toEqual([400, expect.stringContaining('last digit')])
    expect(await said('039999345678')).toEqual([400, expect.stringContaining('13 digits')])
    expect(await said(customer.main.gln)).toEqual([409, 'This GLN is already on file.'])
  })
})

describe('permissions', () => {
  test('[ROLE-024] let nobody change or delete a verified GLN', async () => {
    const added = await add(freeGln())
    await verify(added)
    for (const user of [customer.lead, customer.admin]) {
      const { gln } = t.as(user)
      await expect(gln.deleteOne(makeKey(added))).rejects.toMatchObject({ code: 'CONFLICT' })
      await expect(gln.updateOne({ ...makeKey(added), newGlobalLocationNumber: freeGln(), disposition: 'BOTH' })).rejects.toMatchObject({
        code: 'CONFLICT',
      })
    }
  })

  test('let location admins edit the GLNs at their locations, and let others only read them', async () => {
    const input = { globalLocationNumber: freeGln(), customerLocationId: customer.main.id, disposition: 'BOTH' as const }
    await expect(t.as(customer.staff).gln.createOne(input)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(t.as(customer.lead).gln.createOne({ ...input, customerLocationId: customer.branch.id })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    const claim = {
      ...makeKey(await add(freeGln())),
      source: 'license' as const,
      evidenceId: await uploadProof(t, customer, customer.main.id),
    }
    await expect(t.as(customer.lead).gln.updateVerifyOne(claim)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })
})

describe('the verification of a GLN', () => {
  test('[GLN-012] is recorded by the customer admin with the source that confirmed the GLN, and can be withdrawn with a reason', async () => {
    const added = await add(freeGln())
    const done = await verify(added)
    expect(done).toMatchObject({ isVerified: true, verification: { source: 'registry', note: 'GS1 registry', by: { firstName: 'Admin' } } })
    await expect(verify(added)).rejects.toMatchObject({ code: 'CONFLICT' })
    const withdrawn = await t.as(customer.admin).gln.updateWithdrawOne({ ...makeKey(added), reason: 'sold the shop' })
    expect(withdrawn).toMatchObject({ isVerified: false, verification: null })
    expect(await verify(added)).toMatchObject({ isVerified: true })
    const audited = await t.query<{ action: string }>(
      `select action from audit where customer_id = $1 and action like 'gln.%' order by id`,
      [customer.customerId],
    )
    expect(audited.map((line) => line.action)).toEqual(['gln.add', 'gln.verify', 'gln.withdraw', 'gln.verify'])
  })

  test('shows on how many days orders were shipped to the GLN', async () => {
    const party = newParty('Dock')
    const added = await add(party.location.gln)
    const days = async () => (await t.as(customer.lead).gln.readManyByUserid()).find((one) => !one.isVerified)?.daysInUse
    t.clock.set('2026-03-02T15:00:00Z')
    await addOrder(customer, { meds: 1, receiver: party })
    await addOrder(customer, { meds: 1, receiver: party })
    expect(await days()).toBe(1)
    t.clock.set('2026-03-03T15:00:00Z')
    await addOrder(customer, { meds: 1, receiver: party })
    expect(await days()).toBe(2)
    t.clock.set(new Date())
    expect(added.daysInUse).toBe(0)
  })

  test('requires a file, not just a statement', async () => {
    const added = await add(freeGln())
    const input = { ...makeKey(added), source: 'registry' as const, note: 'They told us by phone' }
    for (const evidenceId of [null, undefined, 0])
      await expect(t.as(customer.admin).gln.updateVerifyOne({ ...input, evidenceId: evidenceId as number })).rejects.toThrow(
        /Choose a file/,
      ) // a caller could send this
  })
})

describe('documents that name an unknown GLN', () => {
  test('are listed by GLN, and become orders when the GLN is added', async () => {
    const party = newParty('19 Grove Street')
    const text = documentFor(customer, { receiver: party })
    const [one, other] = [
      await importText(t, customer.staff, text),
      await importText(t, customer.staff, documentFor(customer, { receiver: party })),
    ]
    expect([one.outcome.kind, other.outcome.kind]).toEqual(['notAddressed', 'notAddressed'])
    expect(await t.as(customer.lead).gln.readManyMissing()).toMatchObject([
      { globalLocationNumber: party.location.gln, name: '19 Grove Street', files: 2 },
    ])
    const added = await add(party.location.gln)
    expect(added.waiting).toEqual([one.id, other.id])
    const progress = () => t.as(customer.lead).gln.readOneWaiting({ ...makeKey(added), uploadIds: added.waiting })
    expect(await progress()).toEqual({ reading: 2, orders: 0, others: 0 })
    await t.runJobs()
    expect(await progress()).toEqual({ reading: 0, orders: 2, others: 0 })
    expect(await t.as(customer.lead).gln.readManyMissing()).toEqual([])
    expect(await t.as(customer.staff).file.readOneUpload({ uploadId: one.id })).toMatchObject({
      status: 'imported',
      locationName: 'Main',
    })
    const open = await t.query(`select from document_exception where customer_id = $1 and current_error_status = 'OPEN'`, [
      customer.customerId,
    ])
    expect(open).toHaveLength(0)
  })

  test('are listed only at the locations of the person who uploaded them', async () => {
    const party = newParty('Theirs')
    await importText(t, customer.elsewhere, documentFor(customer, { receiver: party }))
    expect(await t.as(customer.lead).gln.readManyMissing()).toHaveLength(1) // the lead also works at the branch
    const [branchOnly, mainOnly] = [customer.elsewhere, customer.lead]
    await t.query('delete from user_location where user_id = $1 and location_id = $2', [mainOnly.userId, customer.branch.id])
    expect(await t.as(mainOnly).gln.readManyMissing()).toEqual([])
    expect(await t.as(branchOnly).gln.readManyMissing()).toMatchObject([{ name: 'Theirs' }])
    expect(await t.as(customer.admin).gln.readManyMissing()).toHaveLength(1)
  })

  test('become one order if the same file was sent twice', async () => {
    const party = newParty('Twice')
    const text = documentFor(customer, { receiver: party })
    const first = await importText(t, customer.staff, text)
    await importText(t, customer.colleague, text)
    const added = await add(party.location.gln)
    expect(added.waiting).toEqual([first.id])
    await t.runJobs()
    const rows = await t.query<{ status: string }>('select status from upload where customer_id = $1 order by id', [customer.customerId])
    expect(rows.map((row) => row.status)).toEqual(['imported', 'duplicate'])
  })

  test('do not wait forever if the GLN is added while one of them is being read', async () => {
    const party = newParty('At once')
    const uploadId = await register(t, customer.staff, documentFor(customer, { receiver: party }))
    const other = await t.deps.pool.connect()
    // This lock stops the import at a point at which the import has already looked up the GLN.
    await other.query('begin; lock table document_exception in share mode')
    const done = t.runJobs()
    const waiting = `select from pg_locks where relation = 'document_exception'::regclass and not granted`
    for (let round = 0; round < 200 && !(await t.query(waiting)).length; round += 1) await new Promise((go) => setTimeout(go, 50))
    expect((await add(party.location.gln)).waiting).toEqual([])
    await other.query('commit')
    other.release()
    await done
    await t.runJobs()
    expect(await t.as(customer.staff).file.readOneUpload({ uploadId })).toMatchObject({ status: 'imported' })
  })

  test('never become orders of another customer', async () => {
    const rival = await newCustomer(t, { name: 'Rival Pharmacy' })
    const party = newParty('Shared')
    const mine = await importText(t, customer.staff, documentFor(customer, { receiver: party }))
    expect((await add(party.location.gln, rival)).waiting).toEqual([])
    await t.runJobs()
    expect((await t.as(customer.staff).file.readOneUpload({ uploadId: mine.id })).outcome.kind).toBe('notAddressed')
    expect(await t.as(rival.lead).gln.readManyMissing()).toEqual([])
  })
})
