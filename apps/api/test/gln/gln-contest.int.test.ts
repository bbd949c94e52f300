import { beforeEach, describe, expect, test } from 'vitest'
import { withSystem } from '../../src/db/system-tx.ts'
import { readContested, revokeVerification } from '../../src/domains/location/gln/gln-contest.service.ts'
import { useTestDb } from '../fixtures.ts'
import { newCustomer, type TestCustomer } from '../make.ts'
import { freeGln, uploadProof } from './gln.samples.ts'

const OPERATOR = 'help@operator.tst'
const t = useTestDb({ config: { operator: { name: null, emailAddress: OPERATOR, phoneNumber: null, hours: null } } })
let claimer: TestCustomer
let owner: TestCustomer
let gln: string
beforeEach(async () => {
  claimer = await newCustomer(t, { name: 'Rival Pharmacy' })
  owner = await newCustomer(t, { name: 'Main Street Pharmacy' })
  gln = freeGln()
})

const add = (of: TestCustomer, globalLocationNumber = gln) =>
  t.as(of.lead).gln.createOne({ globalLocationNumber, customerLocationId: of.main.id, disposition: 'BOTH' })
const makeKey = (added: Awaited<ReturnType<typeof add>>) => ({
  customerLocationId: added.customerLocationId,
  globalLocationNumberId: added.globalLocationNumber.id,
})
const verify = async (of: TestCustomer, added: Awaited<ReturnType<typeof add>>) =>
  t.as(of.admin).gln.updateVerifyOne({
    ...makeKey(added),
    source: 'registry',
    note: null,
    evidenceId: await uploadProof(t, of, of.main.id),
  })
const claim = async (of: TestCustomer) => verify(of, await add(of))
const readRow = async (of: TestCustomer) =>
  (await t.as(of.lead).gln.readManyByUserid()).find((row) => row.globalLocationNumber.globalLocationNumber === gln)
const mailed = async () => (await t.mailbox.list(OPERATOR)).filter(({ subject }) => subject.includes(gln))
const withdraw = (of: TestCustomer, reason = 'The registry names another pharmacy') =>
  withSystem(t.deps.system, (tx) =>
    revokeVerification(tx, { globalLocationNumber: gln, customerId: of.customerId }, { reason, by: 'operator', now: t.clock.now() }),
  )
/** Leaves out the contested GLNs that other tests left behind. */
const readMine = async () => (await withSystem(t.deps.system, readContested)).filter((one) => one.globalLocationNumber === gln)
/**
 * Writes an answer to the caller as text. Replaces the values that belong only to the caller's own row, so that the answers to two customers can be
 * compared.
 */
const shape = (row: object | undefined) =>
  JSON.stringify(row, (key, value: unknown) =>
    ['id', 'customerLocationId', 'globalLocationNumber', 'at', 'filename'].includes(key) ? key : value,
  )

describe('a GLN claimed by two customers', () => {
  test('[GLN-012] gives the second customer the same answers as a sole owner would get, before and after verification', async () => {
    const nobodys = await readUncontested(freeGln())
    await claim(claimer)
    const added = await add(owner)
    expect(shape(await readRow(owner))).toBe(shape(nobodys.pending))
    expect(shape(await verify(owner, added))).toBe(shape(nobodys.verified))
    await t.runJobs()
    expect(await readRow(owner)).toMatchObject({ isVerified: true })
    expect(await readRow(claimer)).toMatchObject({ isVerified: true })
    expect(JSON.stringify(await readRow(owner))).not.toContain('Rival')
  })

  test('is reported to the operator, in the log and by email with both customers named, when the second customer claims it and not before', async () => {
    const logged: object[] = []
    const { log } = t.deps
    t.deps.log = { ...log, warn: (what: object) => void logged.push(what) } as typeof log // only `warn` is checked
    await claim(claimer)
    await t.runJobs()
    expect([await mailed(), logged]).toEqual([[], []])
    await claim(owner)
    await t.runJobs()
    t.deps.log = log
    const customerIds = [claimer.customerId, owner.customerId]
    expect(logged).toEqual([{ globalLocationNumber: gln, customerIds }])
    const mails = await mailed()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(`Customers ${customerIds.join(' and ')} say`)
    expect(await t.query('select from mail where subject like $1', [`%${gln}%`])).toHaveLength(0)
  })

  test('shows the operator each customer’s evidence; the operator can withdraw a wrong claim, with a reason that the customer sees', async () => {
    await claim(claimer)
    await claim(owner)
    const contested = await readMine()
    expect(contested.map(({ claimed }) => claimed)).toMatchObject([
      { customerName: 'Rival Pharmacy', locationName: 'Main', checkedWhere: 'registry', filename: 'license.pdf' },
      { customerName: 'Main Street Pharmacy', emailAddress: owner.admin.emailAddress, sha256: expect.any(String) },
    ])
    expect(await withdraw(claimer)).toBe(true)
    expect(await withdraw(claimer)).toBe(false)
    expect(await readRow(claimer)).toMatchObject({ isVerified: false, withdrawnByOperator: 'The registry names another pharmacy' })
    expect(await readRow(owner)).toMatchObject({ isVerified: true, withdrawnByOperator: null })
    expect(await readMine()).toEqual([])
    const trail = await t.query(`select user_id, detail from audit where customer_id = $1 and action = 'gln.withdraw'`, [
      claimer.customerId,
    ])
    expect(trail).toMatchObject([{ user_id: null, detail: { globalLocationNumber: gln, by: 'operator' } }])
  })

  test('stays verified for one customer when the other customer withdraws it', async () => {
    const theirs = await claim(claimer)
    await claim(owner)
    await t.as(claimer.admin).gln.updateWithdrawOne({ ...makeKey(theirs), reason: 'not ours' })
    expect(await readRow(claimer)).toMatchObject({ isVerified: false, withdrawnByOperator: null })
    expect(await readRow(owner)).toMatchObject({ isVerified: true })
    expect(await readMine()).toEqual([])
  })

  test('keeps its claimants hidden from database connections of customers: the query is denied', async () => {
    await expect(t.deps.pool.query('select * from contested_glns(null)')).rejects.toThrow(/permission denied/)
  })
})

/** An uncontested GLN: its row before verification, and the answer to the verification. */
async function readUncontested(own: string) {
  const added = await add(owner, own)
  const pending = (await t.as(owner.lead).gln.readManyByUserid()).find((row) => row.globalLocationNumber.globalLocationNumber === own)
  return { pending, verified: await verify(owner, added) }
}
