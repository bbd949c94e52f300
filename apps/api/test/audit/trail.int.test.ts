import { sql } from 'kysely'
import pg from 'pg'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { sealJob } from '../../src/domains/audit/audit-seal.jobs.ts'
import type { JobContext } from '../../src/jobs/job.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { addOrder, newCustomer } from '../make.ts'
import { ON_CLUSTER } from '../one-postgres.ts'

const t = useTestDb()
beforeEach(() => t.clock.set('2026-03-10T16:00:00Z'))
const customer = useCustomer(t)

const address = (who: 'staff' | 'lead', suspectMedEmailAddress: string) =>
  t.as(customer[who]).settings.updateOthersettings({ suspectMedEmailAddress })
const trail = () => t.as(customer.admin).audit

describe('the audit trail on screen', () => {
  test('shows who did what and when, with the values before and after', async () => {
    await address('staff', 'first@mail.tst')
    t.clock.advance(60_000)
    await address('staff', 'second@mail.tst')
    const { items, nextCursor } = await trail().readManyBySearch({})
    expect(nextCursor).toBeNull()
    expect(items[0]).toMatchObject({
      at: '2026-03-10T16:01:00.000Z',
      by: { id: customer.staff.userId, firstName: 'Staff', emailAddress: customer.staff.emailAddress },
      what: 'Personal setting changed',
      kind: 'user',
      subjectName: 'Staff Tester',
      facts: [{ label: 'Copy of reports to', before: 'first@mail.tst', value: 'second@mail.tst' }],
    })
  })

  test('is filtered by person, kind and dates in the caller’s time zone, both dates included', async () => {
    await address('staff', 'a@mail.tst')
    await address('lead', 'b@mail.tst')
    await t.as(customer.admin).settings.updateRegulator({ regulatorEmailAddress: 'c@mail.tst' })
    t.clock.set('2026-03-12T03:30:00Z') // still the 11th in New York
    await address('staff', 'd@mail.tst')
    const found = async (filter: Parameters<ReturnType<typeof trail>['readManyBySearch']>[0]) =>
      (await trail().readManyBySearch(filter)).items.map(({ facts }) => facts[0]?.value)
    expect(await found({})).toEqual(['d@mail.tst', 'c@mail.tst', 'b@mail.tst', 'a@mail.tst'])
    expect(await found({ userId: customer.staff.userId })).toEqual(['d@mail.tst', 'a@mail.tst'])
    expect(await found({ userId: 0 })).toEqual([])
    expect(await found({ kind: 'customer' })).toEqual(['c@mail.tst'])
    expect(await found({ from: '2026-03-11' })).toEqual(['d@mail.tst'])
    expect(await found({ to: '2026-03-10', kind: 'user' })).toEqual(['b@mail.tst', 'a@mail.tst'])
    expect(await found({ from: '2026-03-12' })).toEqual([])
    expect((await trail().readManyPeople()).map(({ firstName }) => firstName)).toEqual(['Admin', 'Colleague', 'Elsewhere', 'Lead', 'Staff'])
  })

  test('is paged without loss or repetition, even if everything happened at the same moment', async () => {
    for (let n = 0; n < 7; n += 1) await address('staff', `n${n}@mail.tst`)
    const values: (string | undefined)[] = []
    let cursor: string | undefined
    do {
      const page = await trail().readManyBySearch({ limit: 3, cursor })
      values.push(...page.items.map(({ facts }) => facts[0]?.value))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(values).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `n${n}@mail.tst`))
  })

  test('[ROLE-003] is reserved for the customer admin', async () => {
    for (const other of [customer.lead, customer.staff]) {
      const { audit } = t.as(other)
      const calls = [audit.readManyBySearch, audit.readManySeals, audit.createOneCsv, audit.readManyPeople] as ((
        input: object,
      ) => Promise<unknown>)[] // each of the four calls takes one object and returns a promise
      for (const call of calls) await expect(call({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    await t.as(await newCustomer(t)).settings.updateRegulator({ regulatorEmailAddress: 'theirs@mail.tst' })
    expect((await trail().readManyBySearch({})).items).toEqual([])
  })
})

describe('the subject of an entry', () => {
  test('is named in plain words; only the exported file has ids and hashes', async () => {
    const own = await newCustomer(t)
    const order = await addOrder(own, { purchaseOrder: 'PO-88213' })
    const { receiptId } = await t.as(own.staff).order.updateReceiveAllByDocumentid({ documentId: order.id })
    const { items: meds } = await t.as(own.staff).med.readManyBySearch({ serialNumber: order.serials[0] ?? '' })
    await t.as(own.staff).med.createOneHold({ target: { medId: meds[0]?.id ?? 0 }, reason: 'torn seal' })
    const { items } = await t.as(own.admin).audit.readManyBySearch({})
    const line = (action: string) => items.find((one) => one.action === action)
    expect(line('order.receive')).toMatchObject({
      subjectName: 'PO PO-88213',
      facts: [{ value: 'With the whole order' }, { value: '3' }, { value: '0' }],
    })
    expect(line('order.upload')).toMatchObject({ subjectName: 'order.xml' })
    expect(line('hold.place')).toMatchObject({
      subjectName: expect.stringMatching(new RegExp(`^\\w.*, serial ${order.serials[0]}$`)),
      by: { firstName: 'Staff' },
    })
    const words = (action: string) =>
      line(action)
        ?.sentence.map(({ text }) => text)
        .join('')
    expect(words('order.receive')).toMatch(/^received 3 packages of \w.* on PO PO-88213$/)
    expect(words('hold.place')).toMatch(new RegExp(`^put \\w.*, serial ${order.serials[0]} on hold$`))
    expect(line('order.receive')?.sentence.at(-1)).toMatchObject({ kind: 'order', id: order.id })
    expect(JSON.stringify(items)).not.toMatch(/[0-9a-f]{64}|eceipt id|pload id/)
    const { text } = await t.as(own.admin).audit.createOneCsv({})
    expect(text).toMatch(/[0-9a-f]{64}/)
    expect(text).toContain(`Receipt id: ${receiptId}`)
  })
})

describe('the audit trail as a file', () => {
  test('contains the filtered entries and no formulas, and its download is recorded', async () => {
    await address('staff', '=first@mail.tst')
    const { text, lines, nextCursor } = await trail().createOneCsv({ kind: 'user' })
    expect([lines, nextCursor]).toEqual([1, null])
    const [head, line] = text.split('\r\n')
    expect(head).toBe('\uFEFFNumber,When (UTC),Who,Email address,What,Action,About,Id,Details')
    expect(line).toContain(
      `2026-03-10T16:00:00.000Z,Staff Tester,${customer.staff.emailAddress},Personal setting changed,user.updateSettings,Staff Tester`,
    )
    expect(line).toContain('Copy of reports to: none → =first@mail.tst')
    expect((await trail().readManyBySearch({ kind: 'audit' })).items).toMatchObject([
      { what: 'Audit trail exported', by: { id: customer.admin.userId }, facts: [{ label: 'Kind', value: 'user' }] },
    ])
  })

  test('refuses a cursor that is invented or comes from another search', async () => {
    await t.query(
      `insert into audit (customer_id, at, user_id, action, subject, detail)
       select $1, timestamptz '2026-03-01' + n * interval '1 second', $2, 'test.line', 'user', '{}' from generate_series(1, 1500) as n`,
      [customer.customerId, customer.staff.userId],
    )
    const exports = async () => (await trail().readManyBySearch({ kind: 'audit' })).items.length
    const begun = await trail().createOneCsv({ kind: 'user' })
    expect([begun.lines, await exports()]).toEqual([1000, 1])
    const cursor = begun.nextCursor ?? ''
    const rest = await trail().createOneCsv({ kind: 'user', cursor })
    expect([rest.lines, rest.nextCursor, await exports()]).toEqual([500, null, 1])
    const { nextCursor: ofSearch } = await trail().readManyBySearch({ limit: 2 })
    for (const input of [{ cursor: ofSearch ?? '' }, { cursor }, { kind: 'user' as const, cursor: `${ofSearch}.${cursor.split('.')[1]}` }])
      await expect(trail().createOneCsv(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(t.as(await newCustomer(t)).audit.createOneCsv({ kind: 'user', cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('ends with the number and hash of the newest seal, so a copy kept elsewhere serves as evidence', async () => {
    await address('staff', 'a@mail.tst')
    await seal()
    const { newest } = await trail().readManySeals({})
    const rows = (await trail().createOneCsv({})).text.trimEnd().split('\r\n')
    expect(rows.at(-1)).toBe(
      `,2026-03-10T16:00:00.000Z,Seriatim,,Newest seal of the trail,audit.seal,seal,${newest?.number},Hash: ${newest?.hash}`,
    )
  })

  test('writes a name as plain text if a spreadsheet would execute it', async () => {
    await t.query(`update "user" set first_name = '=HYPERLINK("http://x")' where id = $1`, [customer.staff.userId])
    await address('staff', 'a@mail.tst')
    expect((await trail().createOneCsv({})).text).toContain(`"'=HYPERLINK(""http://x"") Tester"`)
  })
})

/** Runs the seal job until every audit line is sealed. One run may not be enough, because transactions of PostgreSQL itself can delay a seal. */
async function seal(): Promise<void> {
  await expect
    .poll(
      async () => {
        await sealJob.run({}, t.deps as unknown as JobContext) // the seal job uses only the program's dependencies
        return (await trail().readManySeals({})).unsealed
      },
      { timeout: 60_000, interval: 100 },
    )
    .toBe(0)
}

describe('verifying the seals of the trail', () => {
  test('waits for an open transaction only if that transaction is in the same database', async () => {
    await address('staff', 'a@mail.tst')
    const elsewhere = new pg.Client({ connectionString: inject('postgres').superuserUrl })
    await elsewhere.connect()
    try {
      await elsewhere.query('begin')
      await elsewhere.query('select pg_current_xact_id()')
      await seal()
      await address('staff', 'b@mail.tst')
      const scope = { customerId: customer.customerId, userId: null, scope: 'all', locationIds: [] } as const
      await withCustomer(t.deps.db, scope, 'read write', async (tx) => {
        await sql`select pg_current_xact_id()`.execute(tx)
        await address('staff', 'c@mail.tst')
        await sealJob.run({}, t.deps as unknown as JobContext) // the scheduled job needs only the program's dependencies
        expect((await trail().readManySeals({})).unsealed).toBeGreaterThan(0)
      })
      await seal()
    } finally {
      await elsewhere.end()
    }
  })

  test('reports no break if there are no seals, and counts the unsealed lines', async () => {
    await address('staff', 'a@mail.tst')
    expect(await trail().readManySeals({})).toEqual({
      seals: 0,
      lines: 0,
      left: 0,
      nextSealId: null,
      intactUntil: null,
      broken: null,
      logFault: null,
      unsealed: 1,
      newest: null,
    })
  })

  test('reports the time up to which the trail is unaltered, and can start after a given seal', async () => {
    for (const hour of ['08', '09', '10']) {
      t.clock.set(`2026-03-11T${hour}:00:00Z`)
      await address('staff', `h${hour}@mail.tst`)
      await seal()
    }
    const whole = await trail().readManySeals({})
    expect(whole).toMatchObject({ lines: 3, left: 0, nextSealId: null, broken: null, intactUntil: '2026-03-11T10:00:00.000Z', unsealed: 0 })
    const [first] = await t.query<{ id: number }>('select min(id)::int as id from audit_seal where customer_id = $1', [customer.customerId])
    expect(await trail().readManySeals({ afterSealId: first?.id ?? 0 })).toMatchObject({ lines: 2, broken: null })
  })

  test.each([
    ['changed', `update audit set detail = '{}' where customer_id = $1 and detail->>'after' = 'two@mail.tst'`, 1, 1],
    ['removed', `delete from audit where customer_id = $1 and detail->>'after' = 'two@mail.tst'`, 1, 0],
    [
      'given a later date',
      `update audit set at = '2026-03-11T09:01:00Z' where customer_id = $1 and detail->>'after' = 'two@mail.tst'`,
      1,
      1,
    ],
  ])('reports the period in which a line was %s', async (_how, change, expected, found) => {
    for (const [hour, word] of [
      ['08', 'one'],
      ['09', 'two'],
      ['10', 'three'],
    ]) {
      t.clock.set(`2026-03-11T${hour}:00:00Z`)
      await address('staff', `${word}@mail.tst`)
      await seal()
    }
    await t.query('alter table audit disable trigger user')
    await t.query(change, [customer.customerId])
    await t.query('alter table audit enable trigger user')
    expect(await trail().readManySeals({})).toMatchObject({
      nextSealId: null,
      intactUntil: '2026-03-11T08:00:00.000Z',
      broken: { after: '2026-03-11T08:00:00.000Z', until: '2026-03-11T09:00:00.000Z', expected, found },
    })
  })

  test('detects a seal removed along with its lines', async () => {
    for (const hour of ['08', '09', '10']) {
      t.clock.set(`2026-03-11T${hour}:00:00Z`)
      await address('staff', `h${hour}@mail.tst`)
      await seal()
    }
    for (const table of ['audit', 'audit_seal']) await t.query(`alter table ${table} disable trigger user`)
    await t.query(`delete from audit where customer_id = $1 and detail->>'after' = 'h09@mail.tst'`, [customer.customerId])
    await t.query(`delete from audit_seal where customer_id = $1 and sealed_at = '2026-03-11T09:00:00Z'`, [customer.customerId])
    for (const table of ['audit', 'audit_seal']) await t.query(`alter table ${table} enable trigger user`)
    expect(await trail().readManySeals({})).toMatchObject({
      intactUntil: '2026-03-11T08:00:00.000Z',
      broken: { until: '2026-03-11T10:00:00.000Z' },
    })
  })
})

describe('the key of the seals', () => {
  /** Changes rows like an attacker who has all permissions in the database, but not the server's key. */
  async function asOwner(...changes: string[]): Promise<void> {
    for (const table of ['audit', 'audit_seal']) await t.query(`alter table ${table} disable trigger user`)
    for (const change of changes) await t.query(change, [customer.customerId])
    for (const table of ['audit', 'audit_seal']) await t.query(`alter table ${table} enable trigger user`)
  }
  /**
   * SQL with which the attacker recomputes all seals from the changed lines. The hashes lack the server's key, which the attacker does not have. In
   * `line`, `text` is the text that a seal covers.
   */
  const forged = `
    with recursive line as (
      select s.id, row_number() over (order by s.id) as n, s.era, s.after_xid, s.before_xid,
        (select string_agg(jsonb_build_array(a.id, extract(epoch from a.at), a.user_id, a.action, a.subject, a.subject_id, a.detail)::text, '' order by a.xid, a.id)
         from audit a where a.customer_id = s.customer_id and a.era = s.era and a.xid >= s.after_xid and a.xid < s.before_xid) as text
      from audit_seal s where s.customer_id = $1
    ), chain as (
      select l.id, l.n, decode(repeat('00', 32), 'hex') as previous, sha256(decode(repeat('00', 32), 'hex') || convert_to(l.text, 'UTF8')) as hash from line l where n = 1
      union all
      select l.id, l.n, c.hash, sha256(c.hash || convert_to(l.text, 'UTF8')) from chain c join line l on l.n = c.n + 1
    )
    update audit_seal s set previous_hash = c.previous, hash = c.hash from chain c where s.customer_id = $1 and s.id = c.id`

  beforeEach(async () => {
    for (const hour of ['08', '09']) {
      t.clock.set(`2026-03-11T${hour}:00:00Z`)
      await address('staff', `h${hour}@mail.tst`)
      await seal()
    }
  })

  test.skipIf(ON_CLUSTER)('is needed to forge a seal, even if all lines and seals are rewritten', async () => {
    expect(await trail().readManySeals({})).toMatchObject({ broken: null })
    await asOwner(`update audit set detail = '{}' where customer_id = $1 and detail->>'after' = 'h09@mail.tst'`, forged)
    expect(await trail().readManySeals({})).toMatchObject({ broken: { isForeignKey: false } })
  })

  test.skipIf(ON_CLUSTER)('is reported as the key of another server, not as a changed line, if it differs', async () => {
    await asOwner(`update audit_seal set key_id = '\\x0102030405060708' where customer_id = $1`, forged)
    expect(await trail().readManySeals({})).toMatchObject({ broken: { isForeignKey: true } })
  })

  test.skipIf(ON_CLUSTER)(
    'is not needed to find a recorded seal by the start of its hash, or to report a removed or replaced seal',
    async () => {
      const { newest } = await trail().readManySeals({})
      const { number = 0, hash = '' } = newest ?? {}
      const ask = (noted: { number: number; hash: string }) => trail().readOneSeal(noted)
      expect(await ask({ number, hash: `  ${hash.slice(0, 32).toUpperCase()} ${hash.slice(32)}` })).toEqual({
        outcome: 'same',
        sealedAt: '2026-03-11T09:00:00.000Z',
      })
      expect(await ask({ number, hash: hash.slice(0, 16) })).toMatchObject({ outcome: 'same' })
      expect(await t.as(await newCustomer(t)).audit.readOneSeal({ number, hash })).toEqual({ outcome: 'missing', sealedAt: null })
      await expect(ask({ number, hash: hash.slice(0, 15) })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
      await asOwner(`delete from audit_seal where customer_id = $1 and sealed_at = '2026-03-11T09:00:00Z'`)
      const { broken, newest: older } = await trail().readManySeals({})
      expect(broken).toBeNull()
      expect(await ask({ number, hash })).toEqual({ outcome: 'missing', sealedAt: null })
      await asOwner(forged)
      expect(await ask({ number: older?.number ?? 0, hash: older?.hash ?? '' })).toMatchObject({ outcome: 'different' })
    },
  )

  test('signs each seal, whose number and hash are also written to the log', async () => {
    const said: object[] = []
    const { log } = t.deps
    t.deps.log = { ...log, info: (facts: object) => void said.push(facts) } as typeof log
    await address('staff', 'witness@mail.tst')
    await seal()
    t.deps.log = log
    const { newest } = await trail().readManySeals({})
    expect(said).toContainEqual({ customerId: customer.customerId, seal: newest?.number, hash: newest?.hash, lines: 1 })
  })
})
