import { HEAD_COUNT_EXEMPTION, judgeRegime } from '@seriatim/schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { withCustomer } from '../../src/db/customer-tx.ts'
import { remindOfRegime } from '../../src/domains/regime/regime-reminder.service.ts'
import { useCustomer, useTestDb } from '../fixtures.ts'
import { readPages } from '../pdf-text.ts'

const { countAsOf, limit } = HEAD_COUNT_EXEMPTION

const t = useTestDb()
/** Sets the clock to a few days before the day whose head count is decisive. */
beforeEach(() => t.clock.set(new Date('2026-11-24T17:00:00Z')))
const c = useCustomer(t)

const calls = () => t.as(c.admin).regime
const read = () => t.as(c.staff).regime.readOne()
const count = { amount: 22, asOf: '2026-11-20', basis: 'Payroll of November', isAttested: false }
const facts = { company: 'Park Avenue Pharmacy LLC', kind: 'retail', inCharge: 'Dana Ruiz', backup: 'Lee Okafor' } as const
const rule = { duty: 'Show statements', from: '2026-01-01', until: '2026-12-31', source: 'Cobblestone Benefits, section 8' }
const actions = async () =>
  (await t.query<{ action: string }>('select action from audit where customer_id = $1 order by id', [c.customerId])).map(
    ({ action }) => action,
  )

async function findExchange() {
  const record = await read()
  return judgeRegime(record, record.day).find((one) => one.rule.key === 'exchange')?.state
}

describe('the record of rules and head counts', () => {
  test('is empty at first; without a head count, it is unknown whether the rules that depend on it apply', async () => {
    expect(await read()).toMatchObject({
      day: '2026-11-24',
      customerName: c.name,
      headCounts: [],
      facts: null,
      ownRules: [],
      mayWrite: false,
    })
    expect((await read()).locations.reduce((sum, { amount }) => sum + amount, 0)).toBe(2)
    expect((await calls().readOne()).mayWrite).toBe(true)
    expect(await findExchange()).toBe('unknown')
  })

  test('keeps every head count, and the newest one applies', async () => {
    await calls().createOneHeadCount(count)
    expect(await findExchange()).toBe('notYet')
    await calls().createOneHeadCount({ ...count, amount: limit + 1, isAttested: true, nextReview: '2027-06-01' })
    expect((await read()).headCounts).toMatchObject([
      { amount: limit + 1, isAttested: true, nextReview: '2027-06-01', countedBy: 'Admin Tester', countedAt: t.clock.now().toISOString() },
      { amount: 22, asOf: '2026-11-20', basis: 'Payroll of November', isAttested: false, nextReview: null },
    ])
    expect(await findExchange()).toBe('applies')
  })

  test('refuses a head count dated in the future, naming the field', async () => {
    await expect(calls().createOneHeadCount({ ...count, asOf: countAsOf })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { facts: { field: 'asOf' } },
    })
  })

  test('cannot be rewritten, not even by the app', async () => {
    await calls().createOneHeadCount(count)
    await calls().createOneFacts(facts)
    const scope = { customerId: c.customerId, userId: null, scope: 'all', locationIds: [] } as const
    for (const table of ['headCount', 'regimeFacts'] as const)
      await expect(
        withCustomer(t.deps.db, scope, 'read write', (tx) =>
          tx
            .updateTable(table)
            .set({ customerId: c.customerId } as never)
            .execute(),
        ), // The database refuses the update, whichever field it sets.
      ).rejects.toThrow(/permission denied/)
  })

  test('shows the most recently confirmed facts, and who confirmed them', async () => {
    await calls().createOneFacts(facts)
    await calls().createOneFacts({ ...facts, inCharge: 'Lee Okafor', backup: '' })
    expect((await read()).facts).toEqual({
      company: facts.company,
      kind: 'retail',
      inCharge: 'Lee Okafor',
      backup: null,
      confirmedAt: t.clock.now().toISOString(),
      confirmedBy: 'Admin Tester',
    })
  })

  test('accepts a contract rule and its end, and keeps an ended rule on the list', async () => {
    await calls().createOneRule(rule)
    const [added] = (await read()).ownRules
    expect(added).toMatchObject({ ...rule, note: null, addedOn: '2026-11-24', addedBy: 'Admin Tester', endedOn: null })
    const ruleId = added?.id ?? 0
    await expect(calls().updateOneRuleEnd({ ruleId, endedOn: '2025-12-31' })).rejects.toMatchObject({
      cause: { facts: { field: 'endedOn' } },
    })
    await calls().updateOneRuleEnd({ ruleId, endedOn: '2026-11-20' })
    expect((await read()).ownRules).toMatchObject([{ ...rule, endedOn: '2026-11-20', endedBy: 'Admin Tester' }])
    await expect(calls().updateOneRuleEnd({ ruleId, endedOn: '2026-11-21' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(calls().createOneRule({ ...rule, until: '2025-12-31' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('can be changed only by the customer admin, and each change is in the trail', async () => {
    for (const other of [c.staff, c.lead]) {
      await expect(t.as(other).regime.createOneHeadCount(count)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(t.as(other).regime.createOneFacts(facts)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(t.as(other).regime.createOneRule(rule)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(t.as(other).regime.updateOneRuleEnd({ ruleId: 1, endedOn: '2026-11-20' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    await calls().createOneHeadCount(count)
    await calls().createOneFacts(facts)
    await calls().createOneRule(rule)
    await calls().updateOneRuleEnd({ ruleId: (await read()).ownRules[0]?.id ?? 0, endedOn: '2026-11-20' })
    expect(await actions()).toEqual(['regime.count', 'regime.facts', 'regime.addRule', 'regime.endRule'])
    const { items } = await readTrail()
    expect(items.map(({ what }) => what)).toContain('Employees counted')
  })

  test('is printed for the binder with its rules, dates, sources and head counts', async () => {
    await calls().createOneHeadCount(count)
    await calls().createOneFacts(facts)
    await calls().createOneRule(rule)
    const pdf = await t.as(c.staff).regime.readOnePdf()
    expect(pdf.filename).toBe('what-applies-to-us-2026-11-24.pdf')
    const text = (await readPages(Buffer.from(pdf.base64, 'base64'))).join(' ')
    for (const words of [
      'Park Avenue Pharmacy LLC',
      'Show statements',
      'Payroll of November',
      'secondary source',
      'not legal advice',
      '11/27/2027',
    ])
      expect(text).toContain(words)
    expect((await actions()).at(-1)).toBe('regime.print')
  })
})

const readTrail = () => t.as(c.admin).audit.readManyBySearch({ kind: 'regime' })

describe('the reminder about rules and head counts', () => {
  const remind = () => {
    const scope = { customerId: c.customerId, userId: null, scope: 'all', locationIds: [] } as const
    return withCustomer(t.deps.db, scope, 'read write', (tx) => remindOfRegime(tx, t.clock.now()))
  }
  const mails = () =>
    t.query<{ to: string; subject: string; text: string }>(
      `select to_addresses[1] as to, subject, body as text from mail where customer_id = $1 and kind = 'regime.due' order by id`,
      [c.customerId],
    )

  test('tells the customer admin once that no head count was entered', async () => {
    t.clock.set(new Date('2026-10-01T17:00:00Z'))
    expect(await remind()).toBe(false)
    t.clock.set(new Date('2026-11-24T17:00:00Z'))
    expect([await remind(), await remind()]).toEqual([true, false])
    t.clock.set(new Date('2026-12-24T17:00:00Z'))
    expect(await remind()).toBe(false)
    expect(await mails()).toMatchObject([{ to: c.admin.emailAddress, subject: 'Count your employees' }])
  })

  test('about the next review or a rule that ends is sent when it is due, and not before', async () => {
    t.clock.set(new Date('2026-11-27T17:00:00Z'))
    await calls().createOneHeadCount({ ...count, asOf: countAsOf, isAttested: true, nextReview: '2027-06-01' })
    await calls().createOneRule({ ...rule, until: '2027-06-20' })
    expect(await remind()).toBe(false)
    t.clock.set(new Date('2027-05-21T17:00:00Z'))
    expect([await remind(), await remind()]).toEqual([true, false])
    t.clock.set(new Date('2027-06-01T17:00:00Z'))
    expect([await remind(), await remind()]).toEqual([true, false])
    expect((await mails()).map(({ subject }) => subject)).toEqual(['A contract rule ends soon', 'Review your head count'])
    expect((await mails())[0]?.text).toContain('06/20/2027: "Show statements" (Cobblestone Benefits, section 8) ends.')
  })

  test('is not sent for a rule that somebody has ended', async () => {
    t.clock.set(new Date('2026-11-27T17:00:00Z'))
    await calls().createOneHeadCount({ ...count, asOf: countAsOf, isAttested: true })
    await calls().createOneRule(rule)
    await calls().updateOneRuleEnd({ ruleId: (await read()).ownRules[0]?.id ?? 0, endedOn: '2026-11-26' })
    t.clock.set(new Date('2026-12-24T17:00:00Z'))
    expect(await remind()).toBe(false)
  })
})
