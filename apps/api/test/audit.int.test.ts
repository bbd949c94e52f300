import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { type AuditAction, audit } from '../src/call/audit.ts'
import { withCustomer } from '../src/db/customer-tx.ts'
import type { CustomerTx } from '../src/db/types.ts'
import { sealJob } from '../src/domains/audit/audit-seal.jobs.ts'
import { readTrailLines } from '../src/domains/audit/audit-seal.queries.ts'
import { sealHash } from '../src/domains/audit/seal-hash.ts'
import type { JobContext } from '../src/jobs/job.ts'
import { useCustomer, useTestDb } from './fixtures.ts'

const t = useTestDb()
const customer = useCustomer(t)

const inside = <T>(work: (tx: CustomerTx) => Promise<T>): Promise<T> =>
  withCustomer(
    t.deps.db,
    { customerId: customer.customerId, userId: customer.admin.userId, scope: 'all', locationIds: [] },
    'read write',
    work,
  )
const write = (tx: CustomerTx, action: string) =>
  // the seal job ignores the action's name, so any text is safe
  audit(tx, { now: t.clock.now(), userId: customer.admin.userId }, { action: action as AuditAction, subject: 'user', subjectId: 1 })
/** Runs the seal job, which needs nothing of a job's context except the program's dependencies. */
const seal = () => sealJob.run({}, t.deps as unknown as JobContext)

/**
 * Runs the seal job again and again until the seals cover the given number of audit lines, because an open transaction in another test's database may
 * delay the sealing.
 */
async function sealUntil(lines: number): Promise<void> {
  await expect.poll(async () => seal().then(async () => (await sealedActions()).length), { timeout: 60_000, interval: 100 }).toBe(lines)
}

interface Seal {
  era: number
  afterXid: string
  beforeXid: string
  amount: number
  previousHash: Buffer
  hash: Buffer
}
const seals = (): Promise<(Seal & Record<string, unknown>)[]> =>
  t.query(
    `select era::int, after_xid::text as "afterXid", before_xid::text as "beforeXid", amount, previous_hash as "previousHash", hash from audit_seal where customer_id = $1 order by id`,
    [customer.customerId],
  )
const sealedActions = async (): Promise<string[]> => {
  const rows = await t.query<{ action: string }>(
    `select a.action from audit a join audit_seal s on s.customer_id = a.customer_id and s.era = a.era and a.xid >= s.after_xid and a.xid < s.before_xid
     where a.customer_id = $1 order by a.xid, a.id`,
    [customer.customerId],
  )
  return rows.map((row) => row.action)
}

/** Number of seals that do not follow the previous seal, or whose hash no longer matches their lines. */
async function broken(): Promise<number> {
  let previous = Buffer.alloc(32)
  let wrong = 0
  for (const one of await seals()) {
    const lines = await inside((tx) => readTrailLines(tx, { era: one.era, after: one.afterXid, before: one.beforeXid }))
    const hash = sealHash(t.deps.secrets, customer.customerId, one, lines)
    if (!one.previousHash.equals(previous) || !one.hash.equals(hash)) wrong += 1
    previous = one.hash as Buffer<ArrayBuffer>
  }
  return wrong
}

describe('sealing the trail', () => {
  test('covers every line once, and each seal links to the previous one', async () => {
    for (const round of [1, 2, 3]) {
      await inside((tx) => write(tx, `first of ${round}`))
      await inside((tx) => write(tx, `second of ${round}`))
      await sealUntil(2 * round)
    }
    expect((await seals()).reduce((sum, one) => sum + one.amount, 0)).toBe(6)
    expect(await sealedActions()).toEqual([1, 2, 3].flatMap((round) => [`first of ${round}`, `second of ${round}`]))
    expect(await broken()).toBe(0)
    const made = (await seals()).length
    await seal()
    expect(await seals()).toHaveLength(made)
  })

  test('does not skip a line whose transaction commits late', async () => {
    let commit: () => void = () => {}
    const isWritten = Promise.withResolvers<void>()
    const late = inside(async (tx) => {
      await write(tx, 'late')
      isWritten.resolve()
      await new Promise<void>((resolve) => {
        commit = resolve
      })
    })
    await isWritten.promise
    await inside((tx) => write(tx, 'early'))
    await seal()
    expect(await sealedActions()).toEqual([])
    commit()
    await late
    await sealUntil(2)
    expect(await sealedActions()).toEqual(['late', 'early'])
    expect(await broken()).toBe(0)
  })

  test('waits while a transaction is open, but does not keep another transaction from writing to the trail', async () => {
    const open = new pg.Client({ connectionString: t.ownerUrl })
    await open.connect()
    await open.query('begin')
    await open.query('select pg_current_xact_id()')
    await inside((tx) => write(tx, 'meanwhile'))
    await seal()
    expect(await sealedActions()).toEqual([])
    await open.query('rollback')
    await open.end()
    await sealUntil(1)
    expect(await sealedActions()).toEqual(['meanwhile'])
  })

  test('reveals a line that a superuser changed or removed', async () => {
    await inside((tx) => write(tx, 'true'))
    await sealUntil(1)
    await inside((tx) => write(tx, 'later'))
    await sealUntil(2)
    expect(await broken()).toBe(0)
    await t.query('alter table audit disable trigger user')
    await t.query(`update audit set action = 'false' where customer_id = $1 and action = 'true'`, [customer.customerId])
    expect(await broken()).toBe(1)
    await t.query(`delete from audit where customer_id = $1`, [customer.customerId])
    expect(await broken()).toBe(2)
    await t.query('alter table audit enable trigger user')
  })
})

describe('the trail is append-only', () => {
  test('because the app has no permission to change an entry', async () => {
    await inside((tx) => write(tx, 'kept'))
    const changes: ((tx: CustomerTx) => Promise<unknown>)[] = [
      (tx) => tx.updateTable('audit').set({ action: 'x' }).execute(),
      (tx) => tx.deleteFrom('audit').execute(),
      (tx) => tx.updateTable('auditSeal').set({ amount: 0 }).execute(),
      (tx) => tx.deleteFrom('auditSeal').execute(),
    ]
    for (const change of changes) await expect(inside(change)).rejects.toThrow('permission denied')
  })

  test('even for the owner of the tables, because of a trigger', async () => {
    const owner = new pg.Client({ connectionString: t.ownerUrl })
    await owner.connect()
    for (const change of [
      `update audit set action = 'x'`,
      'delete from audit',
      'truncate audit',
      'update audit_seal set amount = 0',
      'delete from audit_seal',
    ])
      await expect(owner.query(change)).rejects.toThrow('The audit trail is never changed.')
    await owner.end()
  })

  test('but an entry is rolled back if the change that it records is rolled back', async () => {
    await inside(async (tx) => {
      await write(tx, 'undone')
      throw new Error('on purpose')
    }).catch(() => {})
    expect(await t.query('select from audit where customer_id = $1', [customer.customerId])).toEqual([])
  })
})
