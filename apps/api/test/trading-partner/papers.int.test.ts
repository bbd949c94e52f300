import { beforeEach, describe, expect, test } from 'vitest'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { freeGln } from '../gln/gln.samples.ts'
import { aPacket } from './evidence-file.ts'

const t = useTestDb()
const customer = useCustomer(t)
beforeEach(() => {
  t.clock.set('2026-09-16T15:00:00Z')
})

const partners = (of = customer.admin) => t.as(of).tradingPartner
const license = { kind: 'wholesaler' as const, number: '031-1', validFrom: '2026-01-01', validTo: '2027-12-31' }
const make = (customerLocationId: number | null = null) => partners().createOne({ customerLocationId, name: 'Northway', type: 'upstream' })

describe('a file that shows a license', () => {
  test('is uploaded in packets, stored with the license, and opened by people who can see the partner', async () => {
    const { id } = await make(customer.main.id)
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7 '), Buffer.alloc(2000, 'x')])
    const packet = { ...aPacket(), totalPackets: 2 }
    const [one, two] = [bytes.subarray(0, 1000), bytes.subarray(1000)].map((part) => part.toString('base64'))
    const first = await partners(customer.staff).uploadOneEvidence({ tradingPartnerId: id, ...packet, packet: one ?? '' })
    expect(first).toEqual({ received: 1, totalPackets: 2, evidence: null })
    const second = { tradingPartnerId: id, ...packet, currentPacket: 2, packet: two ?? '' }
    const { evidence } = await partners(customer.staff).uploadOneEvidence(second)
    expect(evidence).toMatchObject({ filename: 'license.pdf', contentType: 'application/pdf', size: bytes.length })
    // Simulates a lost answer: sending the same packet again yields the same file.
    expect((await partners(customer.staff).uploadOneEvidence(second)).evidence).toEqual(evidence)
    const evidenceId = evidence?.id ?? 0
    const { licenses } = await partners().createOneLicense({ tradingPartnerId: id, ...license, evidenceId })
    expect(licenses).toMatchObject([{ evidence: { id: evidenceId, filename: 'license.pdf' } }])
    const file = await partners(customer.colleague).readOneEvidence({ evidenceId })
    expect(Buffer.from(file.base64, 'base64').equals(bytes)).toBe(true)
    await expect(partners(customer.elsewhere).readOneEvidence({ evidenceId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const audited = await t.query<{ action: string }>(
      `select action from audit where customer_id = $1 and action like 'evidence.%' order by id`,
      [customer.customerId],
    )
    expect(audited.map(({ action }) => action)).toEqual(['evidence.new', 'evidence.download'])
    const { licenses: without } = await partners().updateOneLicense({ id: licenses[0]?.id ?? 0, ...license, evidenceId: null })
    expect(without).toMatchObject([{ evidence: null }])
  })

  test('cannot be used in a license of another partner, and is refused if it is executable', async () => {
    const [one, other] = [await make(), await make()]
    const { evidence } = await partners().uploadOneEvidence({ tradingPartnerId: one.id, ...aPacket() })
    await expect(
      partners().createOneLicense({ tradingPartnerId: other.id, ...license, evidenceId: evidence?.id ?? 0 }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      partners().uploadOneEvidence({ tradingPartnerId: one.id, ...aPacket('MZ\u0090\u0000', 'license.exe') }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(partners(customer.staff).uploadOneEvidence({ tradingPartnerId: one.id, ...aPacket() })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  test('is not deleted by the cleanup while the license refers to it', async () => {
    const { id } = await make()
    const { evidence } = await partners().uploadOneEvidence({ tradingPartnerId: id, ...aPacket() })
    t.clock.advance(10 * 86_400_000)
    await t.query(`select graphile_worker.add_job('maintenance.tidy', '{"input":{}}'::json)`)
    await t.runJobs()
    expect((await partners().readOneEvidence({ evidenceId: evidence?.id ?? 0 })).filename).toBe('license.pdf')
  })
})

test('a GLN is verified with a file as evidence', async () => {
  const gln = (of = customer.admin) => t.as(of).gln
  const customerLocationId = customer.main.id
  const row = await gln().createOne({ customerLocationId, globalLocationNumber: freeGln(), disposition: 'BOTH' })
  const globalLocationNumberId = row.globalLocationNumber.id
  const { evidence } = await gln().uploadOneEvidence({ customerLocationId, ...aPacket(undefined, 'registry.pdf') })
  const elsewhere = await gln().uploadOneEvidence({ customerLocationId: customer.branch.id, ...aPacket() })
  const verify = { customerLocationId, globalLocationNumberId, source: 'registry' as const }
  await expect(gln().updateVerifyOne({ ...verify, evidenceId: elsewhere.evidence?.id ?? 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const verified = await gln().updateVerifyOne({ ...verify, evidenceId: evidence?.id ?? 0 })
  expect(verified.verification?.evidence).toMatchObject({ filename: 'registry.pdf' })
  expect((await gln(customer.staff).readOneEvidence({ evidenceId: evidence?.id ?? 0 })).filename).toBe('registry.pdf')
  await expect(gln(customer.elsewhere).readOneEvidence({ evidenceId: evidence?.id ?? 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(gln(customer.staff).uploadOneEvidence({ customerLocationId, ...aPacket() })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  // A file that was uploaded for a GLN can't be read as a partner's file.
  await expect(partners().readOneEvidence({ evidenceId: evidence?.id ?? 0 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an agreement has its dates and file, and shows when it ends', async () => {
  const { id } = await make()
  const { evidence } = await partners().uploadOneEvidence({ tradingPartnerId: id, ...aPacket(undefined, 'agreement.pdf') })
  const fields = {
    kind: 'records' as const,
    title: 'Keeps our TI and TS',
    signedOn: '2026-01-15',
    endsOn: '2026-10-16',
    evidenceId: evidence?.id ?? null,
  }
  const [made] = await partners().createOneAgreement({ tradingPartnerId: id, ...fields })
  expect(made).toMatchObject({ title: 'Keeps our TI and TS', standing: 'expiring', daysLeft: 30, evidence: { filename: 'agreement.pdf' } })
  const change = { id: made?.id ?? 0, ...fields, endsOn: '' }
  expect(await partners().updateOneAgreement(change)).toMatchObject([
    { standing: 'valid', endsOn: null, evidence: { filename: 'agreement.pdf' } },
  ])
  await expect(partners().updateOneAgreement({ ...change, endsOn: '2026-01-14' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(await partners(customer.staff).readManyAgreements({ id })).toHaveLength(1)
  await expect(partners(customer.staff).updateOneAgreement(change)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await partners().deleteOneAgreement({ id: change.id, reason: 'entered twice' })).toEqual([])
  await expect(partners().updateOneAgreement(change)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a partner that belongs to all locations can be changed only by people who work at all of them', async () => {
  const { id } = await make()
  const write = (scope: 'all' | 'some') =>
    withCustomer(
      t.deps.db,
      { customerId: customer.customerId, userId: customer.staff.userId, scope, locationIds: scope === 'all' ? [] : [customer.main.id] },
      'read write',
      (tx) => tx.updateTable('tradingPartner').set({ name: 'Mine' }).where('id', '=', id).execute(),
    )
  await expect(write('some')).rejects.toThrow(/row-level security/)
  await write('all')
})
